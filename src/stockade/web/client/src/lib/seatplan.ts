import type { GameInfo, SeatWish } from '../types';

/** How somebody wants a table set, besides the game's own defaults. */
export interface Wishes {
  players: number;
  /** index into the seats, or 'any' for chance */
  seat: number | 'any';
  /** how many of the other seats bots take at a table with friends */
  bots: number;
  options: Record<string, unknown>;
}

export function plain(game: GameInfo): Wishes {
  return {
    players: game.players.includes(2) ? 2 : (game.players[0] ?? 2),
    seat: 0,
    bots: 0,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

export function seatsFor(wishes: Wishes, others: 'bot' | 'open', level: number, name: string, chance = Math.random()): SeatWish[] {
  const mine = wishes.seat === 'any' ? Math.floor(chance * wishes.players) : Math.min(wishes.seat, wishes.players - 1);
  let bots = others === 'bot' ? wishes.players : Math.min(wishes.bots, wishes.players - 2);
  const seats: SeatWish[] = [];
  // Bots fill from the last seat, so that friends sit next to each other.
  for (let seat = wishes.players - 1; seat >= 0; seat -= 1) {
    if (seat === mine) seats.unshift(name ? { kind: 'human', name } : { kind: 'human' });
    else if (bots-- > 0) seats.unshift({ kind: 'bot', level });
    else seats.unshift({ kind: 'open' });
  }
  return seats;
}
