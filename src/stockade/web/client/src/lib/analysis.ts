// What an analysis has found, in the shapes that the page draws.

import { number, say } from './language';
import type { AnalysisFound, MistakeView, Panel } from '../types';
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

/** Returns whether points are more than won and lost. */
export const hasPoints = ({ moments }: AnalysisFound): boolean =>
  moments.some(({ points }) => points.some((each) => Math.abs(each) > 1));

/** Returns what was chosen without the name of its seat in front. */
export const unnamed = (label: string, name: string): string =>
  label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;

type Decision = AnalysisFound['decisions'][number];

/** Returns whether somebody played alone: then only points count. */
const isAlone = (found: AnalysisFound): boolean => found.moments[0]?.chances.length === 1;

/** Returns how a loss is written: as points where only points count. */
const lostText = ({ loss, points }: Decision, alone: boolean): string =>
  alone ? say('−{points} points', { points: number(points ?? 0, { maximumFractionDigits: 1 }) }) : `−${percent(loss)}`;

export const lossText = (mistake: MistakeView): string => lostText(mistake.decision, mistake.before.length === 1);

const NOTABLE = 0.05; // an estimated loss of less is not marked in the log
const LUCKY = 0.03; // luck of less is not marked in the log

const ROOM = 2; // notes that are shown at once

/** What an action has cost, or what chance has given. */
export interface Note {
  /** the seat that chance has helped or hurt, as the log names it; empty for a decision */
  who: string;
  /** "−12%", "≈ −3%", "+5%"; empty if nothing was lost */
  text: string;
  /** the same as a sentence */
  label: string;
  tone: 'bad' | 'plain';
  /** whether it is worth a mark in the log */
  isMarked: boolean;
}

/** Returns what there is to say about each action that an analysis has looked at, by its ply. */
export function notesOf(
  found: AnalysisFound | null,
  panels: readonly Pick<Panel, 'seat' | 'title'>[],
): Map<number, Note> {
  const notes = new Map<number, Note>();
  if (!found) return notes;
  const alone = isAlone(found);
  for (const decision of found.decisions) notes.set(decision.ply, costNote(decision, alone, found));
  for (const { ply, seat, gain } of luckiest(found, found.luck.length)) {
    const who = panels.find((panel) => panel.seat === seat)?.title ?? '';
    const label = say('Luck: {name} {gain}', { name: who, gain: signed(gain) });
    notes.set(ply, { who, text: signed(gain), label, tone: 'plain', isMarked: Math.abs(gain) >= LUCKY });
  }
  return notes;
}

/** Returns the few that there is room for: of many, the marked ones; where nothing was lost, just that. */
export function fewOf(notes: readonly Note[]): Note[] {
  const telling = notes.filter((note) => note.text);
  if (!telling.length) return notes.slice(-1);
  return (telling.length > ROOM ? telling.filter((note) => note.isMarked) : telling).slice(0, ROOM);
}

function costNote(decision: Decision, alone: boolean, { least, is_exact }: AnalysisFound): Note {
  const size = alone ? (decision.points ?? 0) : decision.loss;
  if (size < (alone ? least.points : least.chance)) {
    return { who: '', text: '', label: say('Nothing better was found.'), tone: 'plain', isMarked: false };
  }
  const isMeasured = is_exact || decision.is_checked;
  const text = lostText(decision, alone);
  if (isMeasured)
    return { who: '', text, label: say('This choice cost: {loss}', { loss: text }), tone: 'bad', isMarked: true };
  const label = say('This choice cost about: {loss}. That is only an estimate.', { loss: text });
  return { who: '', text: `≈ ${text}`, label, tone: 'plain', isMarked: alone || size >= NOTABLE };
}

/** Returns "??" for a blunder, "?" for a mistake and "?!" for an inaccuracy, as in chess. */
export function signOf(mistake: MistakeView): string {
  const { loss, points } = mistake.decision;
  const size = mistake.before.length === 1 ? (points ?? 0) / 20 : loss;
  return size >= 0.2 ? '??' : size >= 0.08 ? '?' : '?!';
}

/** Returns the marks of the mistakes. What was chosen names its seat. */
export function marksOf(found: AnalysisFound | null): Mark[] {
  return (found?.mistakes ?? []).map((mistake) => ({
    ply: mistake.decision.ply,
    sign: signOf(mistake),
    tone: 'bad' as const,
    label: say('{move} ({loss})', { move: mistake.played, loss: lossText(mistake) }),
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
    .filter(({ gain }) => Math.abs(gain) >= found.least.chance)
    .sort((a, b) => Math.abs(b.gain) - Math.abs(a.gain))
    .slice(0, most);
}

const LEAST_SHOWN = 0.005; // less is 0% in whole percents

/** Returns a gain with its sign: "+12%"; of nothing, "0%". */
export const signed = (share: number): string =>
  Math.abs(share) < LEAST_SHOWN ? percent(0) : `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;
