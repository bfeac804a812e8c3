import { describe, expect, it } from 'vitest';
import type { MatchView } from '../types';
import { missedIn } from './catchup';

const view = (seats: number[], change: Partial<MatchView> = {}): MatchView =>
  ({
    status: 'live',
    yours: [0],
    seen: 0,
    log: seats.map((seat, ply) => ({ ply, seat, text: '', label: '', told: [] })),
    ...change,
  }) as unknown as MatchView;

describe('what a player missed', () => {
  it('begins after what they were shown', () => {
    expect(missedIn(view([0, 1, 2, 1], { seen: 2 }))).toEqual({ from: 2, to: 4, moves: 2 });
  });
  it('goes on where a bot played for them', () => {
    expect(missedIn(view([0, 1, 0, 1, 0], { seen: 1 }))).toEqual({ from: 1, to: 5, moves: 2 });
  });
  it('begins after their own last move if nobody noted what they saw', () => {
    expect(missedIn(view([1, 0, -1, 1]))).toEqual({ from: 2, to: 4, moves: 1 });
  });
  it('is nothing if only chance has acted, or nobody', () => {
    expect(missedIn(view([0, -1]))).toBeNull();
    expect(missedIn(view([0, 1], { seen: 2 }))).toBeNull();
  });
  it('is nothing for those who watch, for people on one device, and after the end', () => {
    expect(missedIn(view([0, 1], { seen: null, yours: [] }))).toBeNull();
    expect(missedIn(view([0, 1], { yours: [0, 1] }))).toBeNull();
    expect(missedIn(view([0, 1], { status: 'over' }))).toBeNull();
  });
});
