import { expect, test } from 'vitest';
import type { MatchView, Seat } from '../types';
import { isOpenToAll } from './branches';

const seat = (kind: Seat['kind'], person: string | null, at = 0) => ({ seat: at, kind, person }) as Seat;
const view = (status: MatchView['status'], seats: Seat[], rated = false) => ({ status, seats, rated });

test('a match that is over is open to all', () => {
  expect(isOpenToAll(view('over', [seat('human', 'a'), seat('human', 'b')], true))).toBe(true);
  expect(isOpenToAll(view('closed', [seat('human', null), seat('human', null, 1)]))).toBe(true); // imported
});

test('a running match is open if one person plays against bots', () => {
  const alone = [seat('human', 'a'), seat('bot', null, 1)];
  expect(isOpenToAll(view('live', alone))).toBe(true);
  expect(isOpenToAll(view('live', alone, true))).toBe(false);
  expect(isOpenToAll(view('waiting', alone))).toBe(false);
  expect(isOpenToAll(view('live', [seat('human', 'a'), seat('human', 'a', 1)]))).toBe(true);
  expect(isOpenToAll(view('live', [seat('human', 'a'), seat('human', 'b', 1)]))).toBe(false);
  expect(isOpenToAll(view('live', [seat('human', null), seat('human', null, 1)]))).toBe(false);
});
