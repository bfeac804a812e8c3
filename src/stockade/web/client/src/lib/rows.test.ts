import { describe, expect, it } from 'vitest';
import type { MatchSummary, Seat } from '../types';
import { agoText, byUrgency, playersText, stateText } from './rows';

const seat = (change: Partial<Seat>): Seat =>
  ({ seat: 0, kind: 'human', name: '', level: null, kept: false, ...change }) as Seat;
const match = (change: Partial<MatchSummary>): MatchSummary =>
  ({
    id: 'x',
    status: 'live',
    turn: 0,
    yours: [0],
    players: 2,
    result: null,
    seats: [seat({ name: 'Ada' }), seat({ seat: 1, name: 'Ben' })],
    ...change,
  }) as MatchSummary;

describe('a list of matches', () => {
  it('begins with those where it is my turn', () => {
    const list = [match({ id: 'a', status: 'waiting', turn: null }), match({ id: 'b', turn: 1 }), match({ id: 'c' })];
    expect(byUrgency(list).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });
  it('says who plays', () => {
    expect(playersText(match({}))).toBe('you · Ben');
    expect(playersText(match({ yours: [0, 1] }))).toBe('Ada · Ben');
    const open = [
      seat({ name: 'Ada' }),
      seat({ seat: 1, kind: 'open' }),
      seat({ seat: 2, kind: 'open', kept: true, name: 'Cy' }),
    ];
    expect(playersText(match({ yours: [], seats: open }))).toBe('Ada · open seat · waiting for Cy');
  });
  it('says what a match waits for, and how it ended', () => {
    expect(stateText(match({}))).toBe('your turn');
    expect(stateText(match({ turn: 1 }))).toBe('their turn');
    expect(stateText(match({ status: 'waiting', turn: null }))).toBe('waiting');
    const ended = (winners: number[], change: Partial<MatchSummary> = {}) =>
      stateText(match({ status: 'over', turn: null, result: { winners, scores: [7, 3], reason: '' }, ...change }));
    expect([ended([0]), ended([1]), ended([0, 1]), ended([])]).toEqual(['won', 'lost', 'draw', 'lost']);
    expect(ended([0], { yours: [], imported: true })).toBe('imported');
    expect(ended([0], { players: 1 })).toBe('7 points');
    expect(ended([0], { yours: [0, 1] })).toBe('over');
  });
  it('says how long ago', () => {
    const now = Date.parse('2026-01-10T12:00:00Z');
    expect(agoText('2026-01-10T11:59:50Z', now)).toBe('just now');
    expect(agoText('2026-01-10T11:55:00Z', now)).toBe('5 minutes ago');
    expect(agoText('2026-01-08T11:00:00Z', now)).toBe('2 days ago');
  });
});
