import { describe, expect, it } from 'vitest';
import type { TalkLine } from '../types';
import { merged, mutedIn, timeText, unreadIn } from './messages';

const line = (no: number, rest: Partial<TalkLine> = {}): TalkLine => ({
  no,
  changed: no,
  room: 'table',
  seat: 0,
  name: 'Ben',
  text: `line ${no}`,
  at: '2026-01-02T12:00:00Z',
  deleted: false,
  muted: false,
  yours: false,
  reactions: [],
  ...rest,
});

describe('messages', () => {
  it('stay in their order when one has changed', () => {
    const lines = merged([line(2), line(4)], [line(6), line(2, { text: '', deleted: true, changed: 8 })]);
    expect(lines.map(({ no, text }) => [no, text])).toEqual([
      [2, ''],
      [4, 'line 4'],
      [6, 'line 6'],
    ]);
  });

  it('are unread if somebody else wrote them and there is something to read', () => {
    const lines = [line(2), line(4, { yours: true }), line(6, { text: '', muted: true }), line(8)];
    expect(unreadIn(lines, 0)).toBe(2);
    expect(unreadIn(lines, 2)).toBe(1);
    expect(unreadIn(lines, 8)).toBe(0);
  });

  it('name each muted person once', () => {
    const lines = [line(2, { muted: true }), line(4, { muted: true }), line(6, { muted: true, name: 'Eve' }), line(8)];
    expect(mutedIn(lines).map(({ no, name }) => [no, name])).toEqual([
      [4, 'Ben'],
      [6, 'Eve'],
    ]);
  });

  it('have a time, and a day if that is another one', () => {
    const at = new Date(2026, 0, 2, 9, 5).toISOString();
    expect(timeText(at, new Date(2026, 0, 2, 23, 0))).toBe('09:05');
    expect(timeText(at, new Date(2026, 0, 3, 1, 0))).toBe('2 Jan, 09:05');
  });
});
