// Selects a choice by touching things: a prefix automaton over the choices' `touches`, independent of the browser.

import type { Choice, Piece, Scene } from '../types';

export type Step =
  /** The touch has no effect. */
  | { kind: 'none' }
  /** The touch was taken back. */
  | { kind: 'back'; touched: string[] }
  /** More touches are needed; the choices in `ready` are already complete and may be confirmed instead. */
  | { kind: 'select'; touched: string[]; ready: Choice[] }
  /** The touches mean one choice, which is played. */
  | { kind: 'play'; choice: Choice }
  /** The touches mean one placement; `choices` has one entry for each rotation. */
  | { kind: 'place'; touched: string[]; choices: Choice[] }
  /** The touches mean several choices, so the person is asked. */
  | { kind: 'ask'; touched: string[]; choices: Choice[] };

/** Returns the touches that a choice still needs after these, or null if they do not match it. */
function rest({ touches, either }: Choice, touched: readonly string[]): readonly string[] | null {
  if (touches.length < touched.length) return null;
  if (!either) return touched.every((id, i) => touches[i] === id) ? touches.slice(touched.length) : null;
  const left = [...touches];
  for (const id of touched) {
    const at = left.indexOf(id);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export function matching(choices: readonly Choice[], touched: readonly string[]): Choice[] {
  return touched.length ? choices.filter((choice) => rest(choice, touched) !== null) : [...choices];
}

/** Returns the ids that some choice needs touched next. */
export function alive(choices: readonly Choice[], touched: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const choice of choices) {
    const left = rest(choice, touched);
    if (!left) continue;
    for (const id of choice.either ? left : left.slice(0, 1)) ids.add(id);
  }
  return ids;
}

/** Returns the choices that are complete once `id` is touched. */
export function completing(choices: readonly Choice[], touched: readonly string[], id: string): Choice[] {
  return matching(choices, [...touched, id]).filter((choice) => choice.touches.length === touched.length + 1);
}

/** Returns the choices without touches, which are plain buttons. */
export function buttons(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => choice.touches.length === 0);
}

// Placements in several rotations -------------------------------------------------------------------------------

/** Whether choices with the same touches are one placement instead of different choices. */
export function isPlacement(choices: readonly Choice[]): boolean {
  return choices.length > 0 && choices.every((choice) => choice.turn !== null && choice.turn !== undefined);
}

const turnsOf = (placement: readonly Choice[]) =>
  [...new Set(placement.map((choice) => choice.turn ?? 0))].sort((a, b) => a - b);

/** Returns the choice with this rotation or, if it is not offered, with the next one that is. */
export function inTurn(placement: readonly Choice[], turn: number): Choice | undefined {
  const turns = turnsOf(placement);
  const nearest = turns.find((other) => other >= turn) ?? turns[0];
  return placement.find((choice) => (choice.turn ?? 0) === nearest);
}

/** Returns the next or previous rotation that is offered. */
export function turned(placement: readonly Choice[], turn: number, by: 1 | -1): number {
  const turns = turnsOf(placement);
  const now = inTurn(placement, turn)?.turn ?? turn;
  return turns.at((turns.indexOf(now) + by) % turns.length) ?? now;
}

// Touching ------------------------------------------------------------------------------------------------------

function enter(choices: readonly Choice[], prefix: readonly string[], id: string): Step {
  const touched = [...prefix, id];
  const left = matching(choices, touched);
  const ready = left.filter((choice) => choice.touches.length === touched.length);
  if (ready.length < left.length) return { kind: 'select', touched, ready };
  if (isPlacement(ready)) return { kind: 'place', touched, choices: ready };
  const [only] = ready;
  if (only && ready.length === 1) return { kind: 'play', choice: only };
  return { kind: 'ask', touched, choices: ready };
}

/**
 * Handles one touch. `candidates` are the ids it may mean, best first (a piece, then the place it stands on).
 *
 * An id that continues the current touches has priority. Touching the same thing again takes it back. Anything else
 * that could have been touched earlier starts over from there, so that a person can change their mind without clearing
 * first.
 */
export function touch(choices: readonly Choice[], touched: readonly string[], candidates: readonly string[]): Step {
  const now = alive(choices, touched);
  const next = candidates.find((id) => now.has(id));
  if (next !== undefined) return enter(choices, touched, next);

  for (const id of candidates) {
    const at = touched.lastIndexOf(id);
    if (at >= 0) return { kind: 'back', touched: touched.slice(0, at) };
  }

  for (let length = touched.length - 1; length >= 0; length -= 1) {
    const prefix = touched.slice(0, length);
    const earlier = alive(choices, prefix);
    const other = candidates.find((id) => earlier.has(id));
    if (other !== undefined) return enter(choices, prefix, other);
  }
  return { kind: 'none' };
}

/** Returns what touching a thing may mean: itself, the place it stands on, or the things on it, topmost first. */
export function meanings(scene: Scene, id: string): string[] {
  const piece = scene.pieces.find((other) => other.id === id);
  if (piece) return piece.place ? [id, piece.place] : [id];
  const standing = scene.pieces.filter((other) => other.place === id).map((other) => other.id);
  return [id, ...standing.reverse()];
}

/** Returns the pieces as they would stand after a choice. */
export function withGhost(pieces: readonly Piece[], ghost: readonly Piece[]): Piece[] {
  const moved = new Map(ghost.map((piece) => [piece.id, piece]));
  const stay = pieces.filter((piece) => !moved.has(piece.id));
  return [...stay, ...ghost];
}
