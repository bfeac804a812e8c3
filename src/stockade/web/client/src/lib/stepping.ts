// Where a replay stops: after each decision, after each turn, at the decisions of one seat, or at
// the mistakes that an analysis has found.

import type { LogEntry } from '../types';
import { afterOf } from './plies';

export type StepKind = 'decision' | 'turn' | 'mine' | 'mistake';
export const STEP_KINDS: readonly StepKind[] = ['decision', 'turn', 'mine', 'mistake'];

type Line = Pick<LogEntry, 'ply' | 'seat'>;

/**
 * Returns the plies at which a replay stops, in order.
 *
 * A decision and a turn include what chance did after them, so that the next stop is where somebody decides again. A
 * turn lasts until another seat decides; where one seat plays alone, until chance has acted. The decisions of a seat
 * are shown as they were made, before chance. So are mistakes, which are given by the plies of their decisions.
 */
export function stopsOf(
  log: readonly Line[],
  kind: StepKind,
  seat: number | null,
  mistakes: ReadonlySet<number> = new Set(),
): number[] {
  if (kind === 'mistake') return log.filter((entry) => mistakes.has(entry.ply)).map(afterOf);
  if (kind === 'mine') return log.filter((entry) => entry.seat === seat).map(afterOf);
  const isAlone = new Set(log.map((entry) => entry.seat).filter((one) => one >= 0)).size < 2;
  const stops = [0];
  let decided: number | null = null; // the seat that decided last
  for (const [i, entry] of log.entries()) {
    if (entry.seat < 0) continue;
    const before = log[i - 1];
    const isNewTurn = entry.seat !== decided || (isAlone && before !== undefined && before.seat < 0);
    if (before && (kind === 'decision' || isNewTurn)) stops.push(afterOf(before));
    decided = entry.seat;
  }
  const last = log.at(-1);
  if (last) stops.push(afterOf(last));
  return stops;
}

/** Returns the stop before a ply, if there is one. */
export const stopBefore = (stops: readonly number[], ply: number): number | undefined =>
  stops.findLast((stop) => stop < ply);

/** Returns the stop after a ply, if there is one. */
export const stopAfter = (stops: readonly number[], ply: number): number | undefined =>
  stops.find((stop) => stop > ply);

/** Returns the stops that are likely to be looked at next: some in the direction of the last step, and one behind. */
export function stopsNear(stops: readonly number[], ply: number, direction: 1 | -1, ahead = 3): number[] {
  const after = stops.filter((stop) => stop > ply);
  const before = stops.filter((stop) => stop < ply).reverse();
  const [front, back] = direction > 0 ? [after, before] : [before, after];
  return [...front.slice(0, ahead), ...back.slice(0, 1)];
}

/** Returns the lines that lead from the stop before a ply to this ply. */
export function linesTo<Entry extends Line>(log: readonly Entry[], stops: readonly number[], ply: number): Entry[] {
  const from = stopBefore(stops, ply) ?? 0;
  return log.filter((entry) => entry.ply >= from && entry.ply < ply);
}
