// What is said at a table, as plain functions that do not need a browser.

import type { Mark, Room, TalkLine } from '../types';
import { locale, say } from './language';

export const LONGEST = 500;
export const MARKS: readonly Mark[] = ['👍', '❤️', '😄', '😮', '😢', '👏'];
export const ROOM_NAMES: Record<Room, string> = { table: say('Players'), watchers: say('Spectators') };

/** Returns the lines of a room with some that are new or have changed, in the order in which they were written. */
export function merged(lines: readonly TalkLine[], changed: readonly TalkLine[]): TalkLine[] {
  const all = new Map([...lines, ...changed].map((line) => [line.no, line]));
  return [...all.values()].sort((a, b) => a.no - b.no);
}

/** Returns how many lines after a number somebody else wrote, and this person can read. */
export const unreadIn = (lines: readonly TalkLine[], read: number): number =>
  lines.filter((line) => line.no > read && line.text && !line.yours).length;

/** Returns one line of each person who is muted: it names them to the server. */
export function mutedIn(lines: readonly TalkLine[]): TalkLine[] {
  const byAuthor = new Map(lines.filter((line) => line.muted).map((line) => [`${line.seat} ${line.name}`, line]));
  return [...byAuthor.values()];
}

/** "14:05", or with the day if that was another one */
export function timeText(at: string, now = new Date()): string {
  const moment = new Date(at);
  const time = moment.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' });
  if (moment.toDateString() === now.toDateString()) return time;
  return `${moment.toLocaleDateString(locale, { day: 'numeric', month: 'short' })}, ${time}`;
}
