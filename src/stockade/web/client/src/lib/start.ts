import type { GameInfo, NewMatch } from '../types';
import { account } from './account.svelte';
import { api } from './api';
import { router } from './router.svelte';
import { tablePath } from './routes';
import type { Wishes } from './seatplan';
import { keep, TOUR_LENGTH } from './settings.svelte';
import { begin } from './table.svelte';

/** Creates a match, takes a seat in it and opens its page. A stranger becomes a guest first. */
export async function startMatch(
  game: GameInfo,
  { players, options }: Wishes,
  rest: Pick<NewMatch, 'seats' | 'hints' | 'listed' | 'rated' | 'policy'>,
): Promise<void> {
  await account.arrive();
  const seated = await api.create({ game: game.name, players, options, ...rest });
  begin(seated.id);
  keep({ toured: TOUR_LENGTH }); // who plays needs no tour
  router.go(tablePath(seated.id));
}
