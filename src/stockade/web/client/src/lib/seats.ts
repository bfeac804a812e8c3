// The seats that this browser holds. A token is enough to return to a seat, so it is kept until the match is forgotten.

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
/** Many are kept, because personal records are computed from them; fewer than the server accepts at once. */
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
    // If the storage is full or forbidden, only the list of own matches is lost, not the current match.
  }
}

/** Returns the seats, newest first. */
export const heldSeats = (): HeldSeat[] => read();

export const seatOf = (id: string): HeldSeat | undefined => read().find((held) => held.id === id);

/** Stores a seat. Nothing is stored for a match that was created without a seat for its creator. */
export function keepSeat({ id, token, seat, view }: Seated): void {
  if (token === null || seat === null) return;
  const held: HeldSeat = { id, token, seat, game: view.game, title: view.title, at: Date.now() };
  write([held, ...read().filter((other) => other.id !== id)]);
}

export function forgetSeat(id: string): void {
  write(read().filter((held) => held.id !== id));
}
