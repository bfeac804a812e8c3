// What a timeline draws: one line for each seat over all plies of a match, and marks at some of them.

import { number, say } from './language';

/** One seat's chances, from 0 to 1, or its points, by ply. Where nothing is known the line has a gap. */
export interface Curve {
  seat: number;
  values: readonly (number | null)[];
}

/** What curves show. */
export type Measure = 'chances' | 'points';

/** A ply to which attention is drawn. */
export interface Mark {
  ply: number;
  /** what there is to see: "Ann asked for a hint" */
  label: string;
  /** one or two characters, such as "??"; without them the mark is a plain stroke */
  sign?: string;
  tone?: 'plain' | 'good' | 'bad';
}

/** A seat, as the legend names it. */
export interface Player {
  seat: number;
  name: string;
  colour: string;
}

/** Dashes of the lines, so that colour is not the only difference. */
export const DASHES: readonly string[] = ['', '7 3', '2 3', '10 3 2 3', '4 4', '12 4 2 3 2 3'];

const round = (value: number) => Math.round(value * 10) / 10;

export const xOf = (ply: number, last: number, width: number): number => round(last > 0 ? (ply / last) * width : 0);

/** Returns the height of a value in a picture whose upper edge is at `most`. */
export const yOf = (value: number, height: number, most = 1): number =>
  round((1 - Math.min(1, Math.max(0, value / most))) * height);

/** Returns the value of the upper edge: where several players share the chances, lines would be low under 100%. */
export function ceilingOf(curves: readonly Curve[], measure: Measure = 'chances'): number {
  const highest = Math.max(0, ...curves.flatMap((curve) => curve.values.map((value) => value ?? 0)));
  if (measure === 'points') return Math.max(10, 10 * Math.ceil(highest / 10));
  return [0.4, 0.6, 0.8].find((edge) => highest <= edge) ?? 1;
}

/** Returns the ply under a point of the picture. */
export const plyAt = (x: number, last: number, width: number): number =>
  Math.min(last, Math.max(0, Math.round(width > 0 ? (x / width) * last : 0)));

/** Returns the path of a line, with gaps where there is no value. */
export function pathOf(
  values: readonly (number | null)[],
  last: number,
  width: number,
  height: number,
  most = 1,
): string {
  let path = '';
  let isDrawing = false;
  for (const [ply, value] of values.slice(0, last + 1).entries()) {
    if (value !== null && Number.isFinite(value)) {
      path += `${isDrawing ? 'L' : 'M'}${xOf(ply, last, width)} ${yOf(value, height, most)}`;
      // A value between two gaps would not be seen without a width.
      if (!isDrawing) path += 'h0.1';
      isDrawing = true;
    } else isDrawing = false;
  }
  return path;
}

/** Returns the mark nearest to a point of the picture, if it is within reach. */
export function markNear(
  marks: readonly Mark[],
  x: number,
  last: number,
  width: number,
  reach: number,
): Mark | undefined {
  const far = (mark: Mark) => Math.abs(xOf(mark.ply, last, width) - x);
  const nearest = [...marks].sort((a, b) => far(a) - far(b))[0];
  return nearest && far(nearest) <= reach ? nearest : undefined;
}

/** Returns the marks whose signs have room: the first of any that are too close to each other. */
export function legible(marks: readonly Mark[], last: number, width: number, gap: number): Set<Mark> {
  const found = new Set<Mark>();
  let end = -Infinity;
  for (const mark of [...marks].sort((a, b) => a.ply - b.ply)) {
    const x = xOf(mark.ply, last, width);
    if (!mark.sign || x - end < gap) continue;
    found.add(mark);
    end = x;
  }
  return found;
}

export const percent = (value: number, digits = 0): string =>
  number(value, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

export const figure = (value: number, measure: Measure): string =>
  measure === 'points' ? number(value, { maximumFractionDigits: 0 }) : percent(value);

/** Returns the values of all seats at a ply, in the order of the legend. */
export function valuesAt(
  curves: readonly Curve[],
  players: readonly Player[],
  ply: number,
): { player: Player; value: number | null }[] {
  return players.flatMap((player) => {
    const curve = curves.find((one) => one.seat === player.seat);
    return curve ? [{ player, value: curve.values[ply] ?? null }] : [];
  });
}

/** Returns what there is at a ply, in words: "Move 41: Ben 38%, Ann 22%. Ann asked for a hint". */
export function momentText(
  ply: number,
  curves: readonly Curve[],
  players: readonly Player[],
  marks: readonly Mark[],
  measure: Measure = 'chances',
): string {
  const values = valuesAt(curves, players, ply)
    .filter(({ value }) => value !== null)
    .map(({ player, value }) => `${player.name} ${figure(value ?? 0, measure)}`);
  const move = values.length
    ? say('Move {ply}: {values}', { ply, values: values.join(', ') })
    : say('Move {ply}', { ply });
  return [move, ...marks.filter((mark) => mark.ply === ply).map((mark) => mark.label)].join('. ');
}
