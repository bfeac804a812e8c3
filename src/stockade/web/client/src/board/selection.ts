// Picking a choice by touching things: a prefix automaton over the choices' `touches`. No browser and no rules here.

import type { Choice, Piece, Scene } from '../types';

export type Step =
  /** Nothing here answers to a touch. */
  | { kind: 'none' }
  /** The touch was taken back. */
  | { kind: 'back'; touched: string[] }
  /** More touches are needed; `ready` are choices that are complete already and may be confirmed instead. */
  | { kind: 'select'; touched: string[]; ready: Choice[] }
  /** One meaning: play it. */
  | { kind: 'play'; choice: Choice }
  /** Several meanings: ask. */
  | { kind: 'ask'; touched: string[]; choices: Choice[] };

export function matching(choices: readonly Choice[], touched: readonly string[]): Choice[] {
  return choices.filter(
    (choice) => choice.touches.length >= touched.length && touched.every((id, i) => choice.touches[i] === id),
  );
}

/** The ids that some choice wants touched next. */
export function alive(choices: readonly Choice[], touched: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const choice of matching(choices, touched)) {
    const next = choice.touches[touched.length];
    if (next !== undefined) ids.add(next);
  }
  return ids;
}

/** The choices that are complete once `id` is touched. */
export function completing(choices: readonly Choice[], touched: readonly string[], id: string): Choice[] {
  return matching(choices, [...touched, id]).filter((choice) => choice.touches.length === touched.length + 1);
}

/** The choices that need no touching: plain buttons. */
export function buttons(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => choice.touches.length === 0);
}

function enter(choices: readonly Choice[], prefix: readonly string[], id: string): Step {
  const touched = [...prefix, id];
  const left = matching(choices, touched);
  const ready = left.filter((choice) => choice.touches.length === touched.length);
  if (ready.length < left.length) return { kind: 'select', touched, ready };
  const [only] = ready;
  if (only && ready.length === 1) return { kind: 'play', choice: only };
  return { kind: 'ask', touched, choices: ready };
}

/**
 * One touch. `candidates` are the ids it may mean, best first (a piece, then the place it stands on).
 *
 * What continues the present touches wins; touching the touched again takes it back; anything else that could have
 * been touched earlier starts over from there, so that one may change one's mind without clearing first.
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

/** What touching this thing may mean: itself, the place it stands on, or the things that stand on it, topmost first. */
export function meanings(scene: Scene, id: string): string[] {
  const piece = scene.pieces.find((other) => other.id === id);
  if (piece) return piece.place ? [id, piece.place] : [id];
  const standing = scene.pieces.filter((other) => other.place === id).map((other) => other.id);
  return [id, ...standing.reverse()];
}

/** The pieces as they would stand after a choice. */
export function withGhost(pieces: readonly Piece[], ghost: readonly Piece[]): Piece[] {
  const moved = new Map(ghost.map((piece) => [piece.id, piece]));
  const stay = pieces.filter((piece) => !moved.has(piece.id));
  return [...stay, ...ghost];
}
