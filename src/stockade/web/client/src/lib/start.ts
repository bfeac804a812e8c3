import type { GameInfo, SeatWish } from '../types';
import { api } from './api';
import { router } from './router.svelte';
import { tablePath } from './routes';
import type { Wishes } from './seatplan';
import { keepSeat } from './seats';

/** Creates a match, takes a seat in it and opens its page. */
export async function startMatch(game: GameInfo, wishes: Wishes, seats: SeatWish[]): Promise<void> {
  const seated = await api.create({ game: game.name, players: wishes.players, options: wishes.options, seats });
  keepSeat(seated);
  router.go(tablePath(seated.id));
}
