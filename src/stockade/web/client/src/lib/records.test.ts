import { describe, expect, it } from 'vitest';
import type { Options, PersonalRecord } from '../types';
import { recordOf, recordText, tellingRecord } from './records';

const record = (game: string, options: Options, count = 1): PersonalRecord => ({
  game,
  options,
  count,
  best: 98,
  mean: 85.333,
});
const records = [
  record('a', { cards: 'AAA', fog: false }, 2),
  record('a', { cards: 'BBB', fog: false }, 5),
  record('b', {}),
];

describe('a personal record', () => {
  it('is that of the same game with the same options', () => {
    expect(recordOf(records, 'a', { fog: false, cards: 'AAA' })).toBe(records[0]);
    expect(recordOf(records, 'a', { cards: 'AAA' })).toBeUndefined();
    expect(recordOf(records, 'b', {})).toBe(records[2]);
  });
  it('is else that of the options played most', () => {
    expect(tellingRecord(records, 'a', { fog: false, cards: 'AAA' })).toBe(records[0]);
    expect(tellingRecord(records, 'a', {})).toBe(records[1]);
    expect(tellingRecord(records, 'c', {})).toBeUndefined();
  });
  it('reads well', () => {
    expect(recordText(record('a', {}, 3))).toBe('best 98, average 85.3 of 3 games');
    expect(recordText(record('a', {}))).toContain('of 1 game');
  });
});
