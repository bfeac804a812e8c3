// Games can be played before they are compiled, but their strongest bots are not ready until then.

import type { Compiled, GameInfo, LevelInfo } from '../types';
import { counted, joined, say } from './language';

export const POLL_MS = 1000;

/** Whether a game is still being compiled, so that its progress should be polled. */
export const isUnderWay = ({ ready, failed }: Compiled): boolean => !ready && !failed;

/** Returns the level to offer: the wanted one or, if it is not ready, the best one that is. */
export function offered(levels: readonly LevelInfo[], wanted: number): number {
  const found = levels.find(({ level }) => level === wanted) ?? levels[0];
  if (!found || found.ready) return found?.level ?? 1;
  return best(levels)?.level ?? found.level;
}

/** Returns the best level that is ready. */
export const best = (levels: readonly LevelInfo[]): LevelInfo | undefined => levels.filter(({ ready }) => ready).at(-1);

/** `about 20 s left`, or an empty text if that is unknown */
export function timeLeft({ seconds_left: left }: Compiled): string {
  if (left === null) return '';
  if (left >= 60) return say('about {minutes} min left', { minutes: Math.round(left / 60) });
  return say('about {seconds} s left', {
    seconds: Math.max(1, left < 10 ? Math.ceil(left) : Math.round(left / 5) * 5),
  });
}

/** `Warden`, `Warden and Castellan` */
const namesOf = (levels: readonly LevelInfo[]): string => joined(levels.map(({ name }) => name));

/** Says which bots of a game are not ready; `level` is the chosen level, `wanted` the default one. */
export function readinessText(game: Pick<GameInfo, 'levels' | 'compiled'>, level: number, wanted: number): string {
  const late = game.levels.filter(({ ready }) => !ready);
  if (!late.length) return '';
  const named = late.filter((other) => other.level === level);
  const missed = late.filter((other) => other.level === wanted);
  const who = named.length ? named : missed.length ? missed : late;
  const names = namesOf(who);
  const count = who.length;
  if (game.compiled.failed) return say('{names} cannot be used on this server.', { names });
  // Other games are compiled first.
  if (game.compiled.share === 0) {
    return counted(count, '{names} is not ready yet', '{names} are not ready yet', { names });
  }
  const left = timeLeft(game.compiled);
  return left
    ? counted(count, '{names} is getting ready: {left}', '{names} are getting ready: {left}', { names, left })
    : counted(count, '{names} is getting ready', '{names} are getting ready', { names });
}
