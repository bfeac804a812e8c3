// How somebody does at puzzles, in words.

import type { PuzzleStanding } from '../types';
import { counted } from './language';

/** Returns for how long somebody has solved puzzles, as sentences; empty if the last one was not solved. */
export function streakWords({ streak, days }: Pick<PuzzleStanding, 'streak' | 'days'>): string {
  const tried = counted(
    streak,
    'You have solved the last puzzle that you tried.',
    'You have solved the last {count} puzzles that you tried.',
  );
  const daily = counted(
    days,
    'You have solved a puzzle of the day on {count} day.',
    'You have solved a puzzle of the day on {count} days in a row.',
  );
  return [streak && tried, days && daily].filter(Boolean).join(' ');
}
