// What an analysis has found, in the shapes that the page draws.

import { number, say } from './language';
import type { AnalysisFound, MistakeView } from '../types';
import { percent, type Curve, type Mark, type Measure, type Player } from './timeline';

/** Returns a curve for each seat. Between two decisions nothing changes. */
export function curvesOf(found: AnalysisFound | null, last: number, measure: Measure): Curve[] {
  if (!found?.moments.length) return [];
  const seats = found.moments[0]?.[measure].length ?? 0;
  if (measure === 'chances' && seats < 2) return [];
  return Array.from({ length: seats }, (_, seat) => {
    const values: (number | null)[] = new Array<number | null>(last + 1).fill(null);
    for (const [i, moment] of found.moments.entries()) {
      const end = found.moments[i + 1]?.ply ?? last + 1;
      values.fill(moment[measure][seat] ?? null, moment.ply, end);
    }
    return { seat, values };
  });
}

/** Returns how a loss is written: as points where only points count. */
export const lossText = (mistake: MistakeView): string =>
  mistake.before.length === 1
    ? say('−{points} points', { points: number(mistake.decision.points ?? 0, { maximumFractionDigits: 1 }) })
    : `−${percent(mistake.decision.loss)}`;

/** Returns "??" for a blunder, "?" for a mistake and "?!" for an inaccuracy, as in chess. */
export function signOf(mistake: MistakeView): string {
  const { loss, points } = mistake.decision;
  const size = mistake.before.length === 1 ? (points ?? 0) / 20 : loss;
  return size >= 0.2 ? '??' : size >= 0.08 ? '?' : '?!';
}

export function marksOf(found: AnalysisFound | null, players: readonly Player[]): Mark[] {
  return (found?.mistakes ?? []).map((mistake) => ({
    ply: mistake.decision.ply,
    sign: signOf(mistake),
    tone: 'bad' as const,
    label: say('{name}: {move} ({loss})', {
      name: players.find((player) => player.seat === mistake.decision.seat)?.name ?? '',
      move: mistake.played,
      loss: lossText(mistake),
    }),
  }));
}

export interface SeatSummary {
  player: Player;
  luck: number;
  /** of the chance to win, by one choice on average */
  loss: number;
  /** of points, by all choices */
  points: number;
  mistakes: MistakeView[];
}

/** Returns what the game was for each seat: luck, losses, and the mistakes, the costliest first. */
export function summaries(found: AnalysisFound, players: readonly Player[]): SeatSummary[] {
  return players.map((player) => {
    const mine = found.decisions.filter((decision) => decision.seat === player.seat);
    const size = (mistake: MistakeView) => mistake.decision.loss || (mistake.decision.points ?? 0);
    return {
      player,
      luck: found.luck.reduce((sum, luck) => sum + (luck.gains[player.seat] ?? 0), 0),
      loss: mine.reduce((sum, decision) => sum + decision.loss, 0) / Math.max(1, mine.length),
      points: mine.reduce((sum, decision) => sum + (decision.points ?? 0), 0),
      mistakes: found.mistakes
        .filter((mistake) => mistake.decision.seat === player.seat)
        .sort((a, b) => size(b) - size(a)),
    };
  });
}

export interface LuckyMoment {
  ply: number;
  seat: number;
  gain: number;
}

/** Returns the outcomes of chance that changed somebody's chances most. */
export function luckiest(found: AnalysisFound, most: number): LuckyMoment[] {
  const moments = found.luck.map(({ ply, gains }) => {
    const seat = gains.reduce((best, gain, i) => (Math.abs(gain) > Math.abs(gains[best] ?? 0) ? i : best), 0);
    return { ply, seat, gain: gains[seat] ?? 0 };
  });
  return moments
    .filter(({ gain }) => Math.abs(gain) >= 0.01)
    .sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain))
    .slice(0, most);
}

export const signed = (share: number): string => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
