// How matches are listed: in which order, and what is said about each.

import type { MatchSummary, PublicMatch } from '../types';
import { counted, locale, say } from './language';

export const isYourTurn = (match: MatchSummary): boolean => match.turn !== null && match.yours.includes(match.turn);

/** Returns own matches in the order in which they need attention; those alike keep their order, the newest first. */
export function byUrgency(matches: readonly MatchSummary[]): MatchSummary[] {
  const rank = (match: MatchSummary) => (isYourTurn(match) ? 0 : match.status === 'live' ? 1 : 2);
  return [...matches].sort((a, b) => rank(a) - rank(b));
}

/** "you · Ben · bot, level 2" */
export function playersText({ seats, yours }: MatchSummary): string {
  return seats
    .map((seat) => {
      if (yours.length === 1 && yours.includes(seat.seat)) return say('you');
      if (seat.kind === 'open') return seat.kept ? say('waiting for {name}', { name: seat.name }) : say('open seat');
      return seat.name || namelessText(seat);
    })
    .join(' · ');
}

/** Who is on a seat that has no name. */
export const namelessText = ({ kind, level }: Pick<PublicMatch['seats'][number], 'kind' | 'level'>): string =>
  kind === 'bot' ? say('bot, level {level}', { level: level ?? '' }) : say('Guest');

/** What an own match is waiting for, or how it ended for this person. */
export function stateText(match: MatchSummary): string {
  if (match.imported) return say('imported');
  if (isYourTurn(match)) return say('your turn');
  if (match.status === 'live') return say('their turn');
  if (match.status === 'closed') return say('cancelled');
  if (match.status === 'waiting' || !match.result) return say('waiting');
  const { winners, scores } = match.result;
  const own = match.yours[0];
  if (match.players === 1) return counted(scores[0] ?? 0, '{count} point', '{count} points');
  if (winners.length === match.players) return say('draw');
  if (own === undefined || match.yours.length > 1) return say('over');
  return winners.includes(own) ? say('won') : say('lost');
}

const UNITS: [number, Intl.RelativeTimeFormatUnit][] = [
  [24 * 60 * 60, 'day'],
  [60 * 60, 'hour'],
  [60, 'minute'],
];

/** "5 minutes ago" */
export function agoText(moment: string, now = Date.now()): string {
  const seconds = (now - Date.parse(moment)) / 1000;
  for (const [size, unit] of UNITS) {
    if (seconds >= size) return new Intl.RelativeTimeFormat(locale).format(-Math.floor(seconds / size), unit);
  }
  return say('just now');
}
