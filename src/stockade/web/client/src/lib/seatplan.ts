import type { GameInfo, Options, SeatWish } from '../types';
import { understood } from './freetext';
import { say } from './language';

/**
 * Who gets a seat in a match with friends: a friend who has the link, a friend of this name, somebody on the same
 * device, or a bot of this level.
 */
export type Guest =
  { kind: 'friend' } | { kind: 'kept'; name: string } | { kind: 'here'; name: string } | { kind: 'bot'; level: number };

export const FRIEND: Guest = { kind: 'friend' };

/** The settings that a person wants for a match, besides the game's defaults. */
export interface Wishes {
  players: number;
  /** index into the seats, or 'any' for a random seat */
  seat: number | 'any';
  /** who gets the other seats in a match with friends, in seat order; a friend by default */
  guests: Guest[];
  options: Options;
}

export const ORDINALS = [say('First'), say('Second'), say('Third'), say('Fourth'), say('Fifth'), say('Sixth')];

export function plain(game: GameInfo): Wishes {
  return {
    players: game.usual_players,
    seat: 0,
    guests: [],
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
  };
}

/** Whether every option has a valid value. */
export const isSound = (game: GameInfo, { options }: Wishes): boolean =>
  game.options.every((option) => !option.pattern || understood(option, String(options[option.name])) !== null);

/** Returns how many of the seats the rules play. */
export const autosOf = (game: Pick<GameInfo, 'auto'>, { options }: Wishes): number =>
  game.auto ? Math.max(0, Math.floor(Number(options[game.auto.option])) || 0) : 0;

/** Adjusts the wishes if the rules play seats: adds a seat for a person, and sets the options that they require. */
export function settled(game: Pick<GameInfo, 'auto' | 'players'>, wishes: Wishes): Wishes {
  const autos = autosOf(game, wishes);
  if (!game.auto || !autos) return wishes;
  const players = game.players.find((count) => count >= wishes.players && count > autos) ?? wishes.players;
  return { ...wishes, players, options: { ...wishes.options, ...game.auto.needs } };
}

/** Returns the wishes for one person, with every other seat played by the rules. */
export const aloneAgainstAutos = (game: Pick<GameInfo, 'auto' | 'players'>, wishes: Wishes): Wishes =>
  game.auto
    ? settled(game, { ...wishes, options: { ...wishes.options, [game.auto.option]: Math.max(1, wishes.players - 1) } })
    : wishes;

/** Returns the same wishes without the seats that the rules play. */
export const withoutAutos = (game: Pick<GameInfo, 'auto'>, wishes: Wishes): Wishes => ({
  ...wishes,
  players: Math.max(1, wishes.players - autosOf(game, wishes)),
});

/** Returns the indices of the other seats; if my seat is random, the first ones stand in for them. */
export function otherSeats({ players, seat }: Wishes): number[] {
  const mine = seat === 'any' ? players - 1 : Math.min(seat, players - 1);
  return Array.from({ length: players }, (_, other) => other).filter((other) => other !== mine);
}

export function seatsFor(wishes: Wishes, others: 'bot' | 'open', level: number, chance = Math.random()): SeatWish[] {
  const mine = wishes.seat === 'any' ? Math.floor(chance * wishes.players) : Math.min(wishes.seat, wishes.players - 1);
  const guests: Guest[] = others === 'bot' ? Array(wishes.players).fill({ kind: 'bot', level }) : [...wishes.guests];
  return Array.from({ length: wishes.players }, (_, seat): SeatWish => {
    if (seat === mine) return { kind: 'human' };
    return wishFor(guests.shift() ?? FRIEND);
  });
}

export function wishFor(guest: Guest): SeatWish {
  if (guest.kind === 'bot') return { kind: 'bot', level: guest.level };
  if (guest.kind === 'here') return { kind: 'human', here: true, name: guest.name };
  return guest.kind === 'kept' ? { kind: 'open', name: guest.name } : { kind: 'open' };
}

/** Returns who gets the other seats, one for each. */
export const guestsOf = (wishes: Wishes): Guest[] => otherSeats(wishes).map((_, i) => wishes.guests[i] ?? FRIEND);

/** Whether everybody who needs a name has one. */
export const areNamed = (guests: readonly Guest[]): boolean =>
  guests.every((guest) => !('name' in guest) || guest.name.trim() !== '');
