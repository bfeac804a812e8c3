// Games can be played before they are compiled, but their strongest bots are not ready until then.

import type { Compiled, GameInfo, LevelInfo } from '../types';

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
  if (left < 60) return `about ${Math.max(1, left < 10 ? Math.ceil(left) : Math.round(left / 5) * 5)} s left`;
  return `about ${Math.round(left / 60)} min left`;
}

/** `Warden`, `Warden and Castellan` */
export const namesOf = (levels: readonly LevelInfo[]): string => levels.map(({ name }) => name).join(' and ');

/** Says which bots of a game are not ready; `level` is the chosen level, `wanted` the default one. */
export function readinessText(game: Pick<GameInfo, 'levels' | 'compiled'>, level: number, wanted: number): string {
  const late = game.levels.filter(({ ready }) => !ready);
  if (!late.length) return '';
  const named = late.filter((other) => other.level === level);
  const missed = late.filter((other) => other.level === wanted);
  const who = named.length ? named : missed.length ? missed : late;
  const verb = who.length > 1 ? 'are' : 'is';
  if (game.compiled.failed) return `${namesOf(who)} cannot be used on this server.`;
  if (game.compiled.share === 0) return `${namesOf(who)} ${verb} not ready yet`; // other games are compiled first
  const left = timeLeft(game.compiled);
  return `${namesOf(who)} ${verb} getting ready${left ? `: ${left}` : ''}`;
}
