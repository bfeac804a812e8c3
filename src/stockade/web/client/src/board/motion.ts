import type { Piece } from '../types';
import type { Dropped } from './control.svelte';
import { unwound } from './geometry';

const MOVE_MS = 200;

interface Stand {
  x: number;
  y: number;
  turn: number;
}

interface Stood extends Stand {
  w: number;
  art: string;
}

const stand = (piece: Piece): Stood => ({
  x: piece.x + piece.w / 2,
  y: piece.y + piece.h / 2,
  turn: piece.turn,
  w: piece.w,
  art: piece.art,
});

export const placing = ({ x, y, turn }: Stand): string => `translate(${x}px, ${y}px) rotate(${turn}deg)`;
export const standing = (piece: Piece): string => placing(stand(piece));

const still = typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : null;

/**
 * Remembers where every piece stood and animates those that moved. This does not use CSS transitions: pieces change
 * their drawing order, and a reordered element would lose its transition and jump.
 */
export class Motion {
  #stood = new Map<string, Stood>();
  #size = '';

  /** Starts the animations. Call this after the pieces have been drawn at their new places. */
  settle(
    root: SVGSVGElement,
    pieces: readonly Piece[],
    size: readonly [number, number],
    dropped: Dropped | null,
  ): void {
    const now = new Map<string, Stood>();
    const sameTable = this.#size === size.join('x');
    const first = this.#stood.size === 0;
    const gone = this.#gone(pieces);
    for (const piece of pieces) {
      const place = stand(piece);
      const before = this.#stood.get(piece.id) ?? gone.get(piece.art);
      if (before) place.turn = unwound(before.turn, piece.turn);
      now.set(piece.id, place);
      if (!sameTable || first || still?.matches) continue;
      let from = before;
      if (dropped?.id === piece.id) {
        from = { ...place, x: dropped.x + piece.w / 2, y: dropped.y + piece.h / 2 };
      }
      if (from && from.x === place.x && from.y === place.y && from.turn === place.turn && from.w === place.w) continue;
      const element = root.querySelector(`[data-id="${CSS.escape(piece.id)}"]`);
      if (from) {
        const start = `${placing(from)} scale(${from.w / place.w})`;
        element?.animate([{ transform: start }, { transform: `${placing(place)} scale(1)` }], {
          duration: MOVE_MS,
          easing: 'cubic-bezier(.25,.7,.3,1)',
        });
      } else {
        element?.animate(
          [
            { opacity: 0, transform: `${placing(place)} scale(.6)` },
            { opacity: 1, transform: placing(place) },
          ],
          {
            duration: MOVE_MS,
            easing: 'ease-out',
          },
        );
      }
    }
    this.#stood = now;
    this.#size = size.join('x');
  }

  /**
   * Returns the pieces that disappeared, by their art. If one piece disappeared and one with the same art appeared, it
   * is the same piece with a new id, such as a tile that was placed.
   */
  #gone(pieces: readonly Piece[]): Map<string, Stood> {
    const left = new Map(this.#stood);
    const came = new Map<string, number>();
    for (const { id, art } of pieces) if (!left.delete(id)) came.set(art, (came.get(art) ?? 0) + 1);
    const went = [...left.values()];
    const alone = ({ art }: Stood) => came.get(art) === 1 && went.filter((other) => other.art === art).length === 1;
    return new Map(went.filter(alone).map((stood) => [stood.art, stood]));
  }
}

/** Shakes an element from side to side, to show a refusal. */
export function nudge(root: SVGSVGElement, piece: Piece, by: number): void {
  if (still?.matches) return;
  const here = standing(piece);
  const shift = (dx: number) => ({ transform: `translate(${dx}px, 0) ${here}` });
  root
    .querySelector(`[data-id="${CSS.escape(piece.id)}"]`)
    ?.animate([shift(0), shift(-by), shift(by), shift(-by / 2), shift(0)], { duration: 240, easing: 'ease-in-out' });
}
