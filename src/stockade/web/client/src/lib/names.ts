// Names of people and bots, and those for people who have not chosen one.

import type { Seat } from '../types';
import { say } from './language';

export const suggestedName = (): string => say('Guest {number}', { number: 1000 + Math.floor(Math.random() * 9000) });

/** Whether a name looks like a suggested one, in any language: a guest may have changed theirs since. */
export const isSuggested = (name: string): boolean => /^\p{L}+ \d{4}$/u.test(name);

/** Returns who has a seat: "Ann", "Guest" or "Castellan, level 5". */
export function occupantOf({ kind, name, level }: Pick<Seat, 'kind' | 'name' | 'level'>): string {
  if (kind !== 'bot') return name || say('Guest');
  const bot = name || say('Bot');
  return level ? say('{bot}, level {level}', { bot, level }) : bot;
}
