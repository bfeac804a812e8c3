import { describe, expect, it } from 'vitest';
import { CLOCKS, clockText, tableText, USUAL } from './policy';

describe('the settings of a table', () => {
  it('name the clocks', () => {
    expect(CLOCKS.map(clockText)).toEqual(['15 min + 10 s', '30 min + 30 s', '1 day per turn', '3 days per turn']);
    expect(clockText({ kind: 'game', seconds: 3600, increment: 0 })).toBe('1 hour each');
    expect(clockText({ kind: 'turn', seconds: 90, increment: 0 })).toBe('90 s per turn');
  });
  it('are one line, without what is usual', () => {
    expect(tableText({ listed: false, rated: false, hints: false, policy: USUAL })).toBe('Private · no clock');
    const policy = { ...USUAL, clock: CLOCKS[0]!, undo: 'never' as const, absent: 'bot' as const, spectators: false };
    expect(tableText({ listed: true, rated: false, hints: true, policy })).toBe(
      'Open to everyone · 15 min + 10 s · no undo · hints · a bot plays for absent players · no spectators',
    );
  });
});
