import { describe, expect, it } from 'vitest';
import { linesTo, stopAfter, stopBefore, stopsNear, stopsOf } from './stepping';

/** Returns a log in which these seats acted; -1 is chance. */
const logOf = (...seats: number[]) => seats.map((seat, ply) => ({ ply, seat }));

describe('the stops of a replay', () => {
  it('are the start and every decision, with what chance did after it', () => {
    expect(stopsOf(logOf(0, 1, 0), 'decision', 0)).toEqual([0, 1, 2, 3]);
    expect(stopsOf(logOf(0, -1, -1, 1, 0, -1), 'decision', 0)).toEqual([0, 3, 4, 6]);
  });
  it('have a stop after the chance that sets up a game', () => {
    expect(stopsOf(logOf(-1, -1, 0, 1), 'decision', 0)).toEqual([0, 2, 3, 4]);
    expect(stopsOf(logOf(-1, -1, 0, 0, 1), 'turn', 0)).toEqual([0, 2, 4, 5]);
  });
  it('are the ends of turns: the decisions of one seat in a row, with what chance did', () => {
    expect(stopsOf(logOf(0, 0, -1, 1, 1, 1, 0), 'turn', 0)).toEqual([0, 3, 6, 7]);
    // Chance in the middle of a turn does not end it.
    expect(stopsOf(logOf(0, -1, 0, -1, 1), 'turn', 0)).toEqual([0, 4, 5]);
  });
  it('divide the turns of a single player by chance', () => {
    expect(stopsOf(logOf(-1, 0, 0, -1, 0, 0, -1, -1), 'turn', 0)).toEqual([0, 1, 4, 8]);
  });
  it('are the decisions of one seat as they were made', () => {
    expect(stopsOf(logOf(0, -1, 1, 0, -1, 1), 'mine', 0)).toEqual([1, 4]);
    expect(stopsOf(logOf(0, -1, 1, 0, -1, 1), 'mine', 1)).toEqual([3, 6]);
    expect(stopsOf(logOf(0, -1, 1), 'mine', null)).toEqual([]);
  });
  it('are the mistakes of all seats as they were made', () => {
    expect(stopsOf(logOf(0, -1, 1, 0, -1, 1), 'mistake', 0, new Set([2, 3]))).toEqual([3, 4]);
  });
  it('always end at the end', () => {
    for (const log of [logOf(0), logOf(-1), logOf(-1, 0, -1), logOf(0, 0, 0, 1, -1, -1)]) {
      for (const kind of ['decision', 'turn'] as const) {
        const stops = stopsOf(log, kind, 0);
        expect(stops[0]).toBe(0);
        expect(stops.at(-1)).toBe(log.length);
        expect(stops).toEqual([...new Set(stops)].sort((a, b) => a - b));
      }
    }
    expect(stopsOf([], 'decision', 0)).toEqual([0]);
    expect(stopsOf([], 'turn', 0)).toEqual([0]);
  });
});

describe('a step', () => {
  const stops = [0, 3, 6, 7];
  it('goes to the next stop, also from between two', () => {
    expect(stopAfter(stops, 0)).toBe(3);
    expect(stopAfter(stops, 4)).toBe(6);
    expect(stopAfter(stops, 7)).toBeUndefined();
    expect(stopBefore(stops, 7)).toBe(6);
    expect(stopBefore(stops, 4)).toBe(3);
    expect(stopBefore(stops, 0)).toBeUndefined();
  });
  it('prepares for more of the same', () => {
    expect(stopsNear([0, 1, 2, 3, 4, 5], 2, 1)).toEqual([3, 4, 5, 1]);
    expect(stopsNear([0, 1, 2, 3, 4, 5], 2, -1)).toEqual([1, 0, 3]);
    expect(stopsNear([0, 10, 20, 30], 15, 1, 1)).toEqual([20, 10]);
    expect(stopsNear([0, 1], 1, 1)).toEqual([0]);
  });
  it('has the lines since the stop before', () => {
    const log = logOf(0, 0, -1, 1, 1, 1, 0);
    expect(linesTo(log, stops, 3).map((entry) => entry.ply)).toEqual([0, 1, 2]);
    expect(linesTo(log, stops, 5).map((entry) => entry.ply)).toEqual([3, 4]);
    expect(linesTo(log, stops, 0)).toEqual([]);
  });
});
