// Ratings in words, and the picture of their history.

import type { Leaders, LevelInfo, PublicMatch, Rating, RatingPoint, SeatRating } from '../types';
import { counted, say } from './language';

/** "1540 ± 80" */
export const ratingText = ({ value, spread }: Pick<Rating, 'value' | 'spread'>): string => `${value} ± ${spread}`;

/** Returns how strong the bots of a level are at a table for so many players, or null if nobody can tell. */
export const ratingAt = ({ ratings }: LevelInfo, players: number): Rating | null => ratings[players] ?? null;

/** What a list of levels says after the name of one: " · 1540 (not ready yet)" */
export function levelText(level: LevelInfo, players: number): string {
  const rating = ratingAt(level, players);
  return `${rating ? ` · ${rating.value}` : ''}${level.ready ? '' : ` (${say('not ready yet')})`}`;
}

/** "1540 ± 80", or after a match "1540 ± 80 (+12)" */
export function seatRatingText(rating: SeatRating): string {
  if (rating.place === null) return ratingText(rating);
  const change = rating.value - rating.before;
  return `${ratingText(rating)} (${change < 0 ? '−' : '+'}${Math.abs(change)})`;
}

export interface Leader {
  /** a person's id, or null for the bots of a level */
  id: string | null;
  name: string;
  level: number | null;
  rating: Rating;
  matches: number;
}

/** Returns people and bots in one list, the strongest first. */
export function ranking({ people, bots }: Leaders): Leader[] {
  const all = [...people.map((one) => ({ ...one, level: null })), ...bots.map((one) => ({ ...one, id: null }))];
  return all.sort((a, b) => b.rating.value - a.rating.value);
}

/** How a finished match ended for one of its seats. */
export function outcomeText({ result, seat, players }: PublicMatch): string {
  if (players === 1) return counted(result.scores[0] ?? 0, '{count} point', '{count} points');
  if (result.winners.length === players) return say('draw');
  if (!result.winners.length) return say('nobody won');
  return result.winners.includes(seat) ? say('won') : say('lost');
}

export interface Plot {
  /** the path of the values */
  line: string;
  /** the area within the spread on either side */
  band: string;
  /** where the last value is */
  last: [x: number, y: number];
  /** round values with lines across the picture, and their heights */
  ticks: [value: number, y: number][];
}

const STEPS = [50, 100, 200, 500, 1000, 2000];
const MOST_TICKS = 4;

/** Returns the drawing of a history in a picture of this size: one step to the right for each match. */
export function plotOf(history: readonly RatingPoint[], width: number, height: number): Plot {
  const low = Math.min(...history.map(({ value, spread }) => value - spread));
  const high = Math.max(...history.map(({ value, spread }) => value + spread));
  const x = (i: number) => round(history.length > 1 ? (i / (history.length - 1)) * width : width / 2);
  const y = (value: number) => round(height - ((value - low) / (high - low || 1)) * height);
  const path = (values: number[]) => values.map((value, i) => `${x(i)} ${y(value)}`);
  const over = path(history.map(({ value, spread }) => value + spread));
  const under = path(history.map(({ value, spread }) => value - spread)).reverse();
  const step = STEPS.find((size) => (high - low) / size <= MOST_TICKS) ?? Infinity;
  const ticks: Plot['ticks'] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) ticks.push([value, y(value)]);
  return {
    line: `M${path(history.map(({ value }) => value)).join('L')}`,
    band: `M${[...over, ...under].join('L')}Z`,
    last: [x(history.length - 1), y(history.at(-1)?.value ?? low)],
    ticks,
  };
}

const round = (value: number) => Math.round(value * 10) / 10;
