import type { LogEntry } from '../types';

/** How many actions have been made once this entry of the log is done: the number of the scene that shows it. */
export const afterOf = (entry: LogEntry): number => entry.ply + 1;

export function lastPly(log: readonly LogEntry[]): number {
  const last = log.at(-1);
  return last ? afterOf(last) : 0;
}
