import type { GameInfo, Options, SeatWish } from '../types';
import { understood } from './freetext';

/** Who sits on a seat at a table with friends: a friend, or a bot of this level. */
export type Guest = 'friend' | number;

/** How somebody wants a table set, besides the game's own defaults. */
export interface Wishes {
  players: number;
  /** index into the seats, or 'any' for chance */
  seat: number | 'any';
  /** who sits on the other seats at a table with friends, in their order; a friend where nothing is said */
  guests: Guest[];
  options: Options;
}

export function plain(game: GameInfo): Wishes {
  return {
    players: game.usual_players,
    seat: 0,
    guests: [],
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

/** Whether every option has a value that the game can understand. */
export const isSound = (game: GameInfo, { options }: Wishes): boolean =>
  game.options.every((option) => !option.pattern || understood(option, String(options[option.name])) !== null);

/** How many of the seats play themselves. */
export const autosOf = (game: Pick<GameInfo, 'auto'>, { options }: Wishes): number =>
  game.auto ? Math.max(0, Math.floor(Number(options[game.auto.option])) || 0) : 0;

/** What is really asked for: where seats play themselves, a seat for somebody beside them and the options they need. */
export function settled(game: Pick<GameInfo, 'auto' | 'players'>, wishes: Wishes): Wishes {
  const autos = autosOf(game, wishes);
  if (!game.auto || !autos) return wishes;
  const players = game.players.find((count) => count >= wishes.players && count > autos) ?? wishes.players;
  return { ...wishes, players, options: { ...wishes.options, ...game.auto.needs } };
}

/** Me alone, and every other seat plays itself. */
export const aloneAgainstAutos = (game: Pick<GameInfo, 'auto' | 'players'>, wishes: Wishes): Wishes =>
  game.auto
    ? settled(game, { ...wishes, options: { ...wishes.options, [game.auto.option]: Math.max(1, wishes.players - 1) } })
    : wishes;

/** The same wishes as far as they are about seats for people and bots. */
export const withoutAutos = (game: Pick<GameInfo, 'auto'>, wishes: Wishes): Wishes => ({
  ...wishes,
  players: Math.max(1, wishes.players - autosOf(game, wishes)),
});

/** The other seats by their index; where chance seats me, the first ones stand for them. */
export function otherSeats({ players, seat }: Wishes): number[] {
  const mine = seat === 'any' ? players - 1 : Math.min(seat, players - 1);
  return Array.from({ length: players }, (_, other) => other).filter((other) => other !== mine);
}

export function seatsFor(
  wishes: Wishes,
  others: 'bot' | 'open',
  level: number,
  name: string,
  chance = Math.random(),
): SeatWish[] {
  const mine = wishes.seat === 'any' ? Math.floor(chance * wishes.players) : Math.min(wishes.seat, wishes.players - 1);
  // Two at a table with friends are always me and a friend.
  const guests: Guest[] =
    others === 'bot' ? Array(wishes.players).fill(level) : wishes.players > 2 ? [...wishes.guests] : [];
  return Array.from({ length: wishes.players }, (_, seat): SeatWish => {
    if (seat === mine) return name ? { kind: 'human', name } : { kind: 'human' };
    const guest = guests.shift() ?? 'friend';
    return guest === 'friend' ? { kind: 'open' } : { kind: 'bot', level: guest };
  });
}
