// What has happened at a table since a player last looked.

import type { LogEntry, MatchView } from '../types';
import { afterOf, lastPly } from './plies';

export interface Missed {
  /** the first ply that is shown */
  from: number;
  /** the last one, which is the current position */
  to: number;
  /** how many moves the others made */
  moves: number;
}

/** Returns what this player missed, or null if nothing happened, or they watch or play every seat. */
export function missedIn(view: MatchView): Missed | null {
  if (view.status !== 'live' || view.seen === null) return null;
  const isOwn = (entry: LogEntry) => view.yours.includes(entry.seat);
  // A bot may have played for them since. Without a note of what they saw, it was everything up to their own last move.
  const from = view.seen || lastPly(view.log.filter(isOwn));
  const moves = view.log.filter((entry) => entry.ply >= from && entry.seat >= 0 && !isOwn(entry)).length;
  return moves ? { from, to: lastPly(view.log), moves } : null;
}

/** Returns the words for the step that leads to a ply. */
export const entryTo = (log: readonly LogEntry[], ply: number): LogEntry | undefined =>
  log.find((entry) => afterOf(entry) === ply);
