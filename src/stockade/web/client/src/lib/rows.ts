// How matches are listed: in which order, and what is said about each.

import type { MatchSummary } from '../types';

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
      if (yours.length === 1 && yours.includes(seat.seat)) return 'you';
      if (seat.kind === 'open') return seat.kept ? `waiting for ${seat.name}` : 'open seat';
      return seat.name || (seat.kind === 'bot' ? `bot, level ${seat.level}` : 'Guest');
    })
    .join(' · ');
}

/** What an own match is waiting for, or how it ended for this person. */
export function stateText(match: MatchSummary): string {
  if (isYourTurn(match)) return 'your turn';
  if (match.status === 'live') return 'their turn';
  if (match.status === 'closed') return 'cancelled';
  if (match.status === 'waiting' || !match.result) return 'waiting';
  const { winners, scores } = match.result;
  const own = match.yours[0];
  if (match.players === 1) return `${scores[0]} points`;
  if (winners.length === match.players) return 'draw';
  if (own === undefined || match.yours.length > 1) return 'over';
  return winners.includes(own) ? 'won' : 'lost';
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
    if (seconds >= size) return new Intl.RelativeTimeFormat('en').format(-Math.floor(seconds / size), unit);
  }
  return 'just now';
}
