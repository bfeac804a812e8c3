import type { GameInfo, NewMatch } from '../types';
import { account } from './account.svelte';
import { api } from './api';
import { router } from './router.svelte';
import { tablePath } from './routes';
import { plain, seatsFor, type Wishes } from './seatplan';
import { keep, settings, TOUR_LENGTH } from './settings.svelte';
import { begin } from './table.svelte';

/** Creates a match, takes a seat in it and opens its page. A stranger becomes a guest first. */
export async function startMatch(
  game: GameInfo,
  { players, options }: Wishes,
  rest: Pick<NewMatch, 'seats' | 'hints' | 'listed' | 'rated' | 'policy' | 'guide'>,
): Promise<void> {
  await account.arrive();
  const seated = await api.create({ game: game.name, players, options, ...rest });
  begin(seated.id);
  keep({ toured: TOUR_LENGTH }); // who plays needs no tour
  if (!settings.played.includes(game.name)) keep({ played: [...settings.played, game.name] });
  router.go(tablePath(seated.id));
}

/** Starts a first game with a guide, against the weakest bots. */
export async function startFirstGame(game: GameInfo): Promise<void> {
  const usual = plain(game);
  const wishes = { ...usual, players: game.first_game?.players ?? usual.players };
  const level = game.levels[0]?.level ?? 1;
  await startMatch(game, wishes, { seats: seatsFor(wishes, 'bot', level), guide: true });
}
