import type { Clock, ClockView } from '../types';
import { counted, number } from './language';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TENTHS = 10; // seconds below which tenths are shown

/** Returns the seconds that a seat has left, when the view was received `ago` seconds before. */
export function leftOf(clock: ClockView, seat: number, ago: number): number {
  const left = clock.left[seat] ?? 0;
  return Math.max(0, clock.running === seat ? left - ago : left);
}

/** "2 days 3 h", "1:02:03", "4:05", "9.4" */
export function clockFace(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  if (seconds < TENTHS) return number(Math.floor(seconds * 10) / 10, { minimumFractionDigits: 1 });
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}:${two(seconds % MINUTE)}`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}:${two((seconds % HOUR) / MINUTE)}:${two(seconds % MINUTE)}`;
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  return counted(days, '{count} day {hours} h', '{count} days {hours} h', { hours });
}

/** Whether so little time is left that the player should hurry. */
export const isLow = (seconds: number, clock: Clock): boolean => seconds < Math.max(TENTHS, clock.seconds / 10);
