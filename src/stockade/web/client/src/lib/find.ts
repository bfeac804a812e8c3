// Search in the log of a match.

import type { LogEntry } from '../types';
import { sentenceOf } from './plies';

type Line = Pick<LogEntry, 'label' | 'text' | 'told'>;

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const wordsOf = (query: string): string[] => [...new Set(query.trim().split(/\s+/u).filter(Boolean))];

/** Returns a test that a line passes if it contains every word, in its sentence, its notation or what it caused. */
export function finderOf(query: string): ((line: Line) => boolean) | null {
  const words = wordsOf(query).map((word) => new RegExp(escaped(word), 'iu'));
  if (!words.length) return null;
  return (line) => {
    const all = [sentenceOf(line), line.text, ...(line.told ?? [])].join('\n');
    return words.every((word) => word.test(all));
  };
}

export interface Part {
  text: string;
  isFound: boolean;
}

/** Returns a text in parts, those with a word of the query apart from the others. */
export function partsOf(text: string, query: string): Part[] {
  const words = wordsOf(query).sort((a, b) => b.length - a.length);
  if (!words.length) return [{ text, isFound: false }];
  // What a group matches is every second part.
  const parts = text.split(new RegExp(`(${words.map(escaped).join('|')})`, 'giu'));
  return parts.map((part, i) => ({ text: part, isFound: i % 2 === 1 })).filter((part) => part.text);
}

/** Returns the place among these plies, in order, to go to from a ply: the next or previous one, around the end. */
export function nextFound(plies: readonly number[], ply: number, direction: 1 | -1): number | undefined {
  return direction > 0
    ? (plies.find((one) => one > ply) ?? plies[0])
    : (plies.findLast((one) => one < ply) ?? plies.at(-1));
}
