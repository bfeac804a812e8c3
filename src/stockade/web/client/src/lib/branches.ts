import type { MatchView } from '../types';

/**
 * Whether everybody may look into a match and play on from its moments: when it is over or closed, or while one person plays
 * against bots and it is not rated. The server refuses the rest.
 */
export function isOpenToAll({ status, rated, seats }: Pick<MatchView, 'status' | 'rated' | 'seats'>): boolean {
  if (status === 'over' || status === 'closed') return true;
  const people = seats.filter((seat) => seat.kind === 'human' || seat.kind === 'open');
  const rivals = new Set(people.map((seat) => seat.person ?? seat.seat));
  return status === 'live' && !rated && rivals.size <= 1;
}
