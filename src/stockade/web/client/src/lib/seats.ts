// The seats this browser holds. A token is all it takes to sit down again, so it is kept until the match is forgotten.

import type { Seated } from '../types';

export interface HeldSeat {
  id: string;
  token: string;
  seat: number;
  game: string;
  title: string;
  at: number;
}

const KEY = 'stockade.seats';
/** Many, for they also tell what one has reached alone; fewer than the server takes at once. */
const MOST = 400;

function read(): HeldSeat[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(list) ? (list as HeldSeat[]) : [];
  } catch {
    return [];
  }
}

function write(list: HeldSeat[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
  } catch {
    // A full or forbidden store costs only the list of own games, not the game at hand.
  }
}

/** Newest first. */
export const heldSeats = (): HeldSeat[] => read();

export const seatOf = (id: string): HeldSeat | undefined => read().find((held) => held.id === id);

/** Nothing is kept of a match that was made without a seat for its maker. */
export function keepSeat({ id, token, seat, view }: Seated): void {
  if (token === null || seat === null) return;
  const held: HeldSeat = { id, token, seat, game: view.game, title: view.title, at: Date.now() };
  write([held, ...read().filter((other) => other.id !== id)]);
}

export function forgetSeat(id: string): void {
  write(read().filter((held) => held.id !== id));
}
