import type { LogEntry } from '../types';
import { capital } from './language';

/** Returns the number of actions up to and including this log entry: the number of the scene that shows it. */
export const afterOf = (entry: Pick<LogEntry, 'ply'>): number => entry.ply + 1;

/** Returns what happened, as a sentence. */
export const sentenceOf = ({ label, text }: Pick<LogEntry, 'label' | 'text'>): string =>
  label ? capital(label) : text;

export function lastPly(log: readonly LogEntry[]): number {
  const last = log.at(-1);
  return last ? afterOf(last) : 0;
}
