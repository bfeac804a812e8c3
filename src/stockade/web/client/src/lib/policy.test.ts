import { describe, expect, it } from 'vitest';
import { clocksFor, clockText, tableText, USUAL } from './policy';

describe('the settings of a table', () => {
  it('name the clocks', () => {
    const texts = (minutes: string, usual_players: number) => clocksFor({ minutes, usual_players }).map(clockText);
    expect(texts('5-10', 2)).toEqual(['5 min + 5 s', '10 min + 10 s', '1 day per turn', '3 days per turn']);
    expect(texts('60-120', 2).slice(0, 2)).toEqual(['1 hour + 30 s', '2 hours + 30 s']);
    expect(texts('60-90', 4).slice(0, 2)).toEqual(['30 min + 30 s', '1 hour + 30 s']);
    expect(texts('10', 1).slice(0, 2)).toEqual(['10 min + 10 s', '20 min + 30 s']);
    expect(texts('a while', 2).slice(0, 1)).toEqual(['15 min + 10 s']);
    expect(texts('600', 1).slice(0, 2)).toEqual(['3 hours + 30 s', '3 hours + 30 s']);
    expect(clockText({ kind: 'game', seconds: 3600, increment: 0 })).toBe('1 hour each');
    expect(clockText({ kind: 'turn', seconds: 90, increment: 0 })).toBe('90 s per turn');
  });
  it('are one line, without what is usual', () => {
    expect(tableText({ listed: false, rated: false, hints: false, policy: USUAL })).toBe('Private · no clock');
    const policy = {
      ...USUAL,
      clock: clocksFor({ minutes: '30', usual_players: 2 })[0]!,
      undo: 'never' as const,
      absent: 'bot' as const,
      spectators: false,
    };
    expect(tableText({ listed: true, rated: false, hints: true, policy })).toBe(
      'Open to everyone · 15 min + 10 s · no undo · hints · a bot plays for absent players · no spectators',
    );
  });
});
