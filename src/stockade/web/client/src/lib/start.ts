import type { GameInfo, SeatWish } from '../types';
import { api } from './api';
import { router } from './router.svelte';
import { tablePath } from './routes';
import type { Wishes } from './seatplan';
import { keepSeat } from './seats';

/** Creates a match, takes a seat in it and opens its page. */
export async function startMatch(game: GameInfo, wishes: Wishes, seats: SeatWish[]): Promise<void> {
  const { players, options, hints } = wishes;
  const seated = await api.create({ game: game.name, players, options, seats, hints });
  keepSeat(seated);
  router.go(tablePath(seated.id));
}
