import type { BoardControl } from './control.svelte';

export interface Anchor {
  left: number;
  top: number;
  /** the upper and the lower edge of the thing */
  over: number;
  under: number;
  /** how far the label is shifted left, in percent of its own width, so that it stays on the board */
  shift: number;
  /** whether it is below its target, because there is no space above */
  below: boolean;
}

/**
 * Returns the position of a label about a thing, in percent of the board: above the thing, or below it if the piece
 * comes from above or if there is less than `room` percent of space above.
 */
export function anchor(control: BoardControl, id: string | undefined, from?: string, room = 14): Anchor {
  const thing = id === undefined ? undefined : control.things.get(id);
  const { x, y, w, h } = control.window;
  if (!thing) return { left: 50, top: 100, over: 100, under: 100, shift: -50, below: false };
  // A turned box may extend as far as its longer side.
  const reach = thing.turn % 180 === 0 ? thing.h / 2 : Math.max(thing.w, thing.h) / 2;
  const middle = thing.y + thing.h / 2;
  const left = clamp(((thing.x + thing.w / 2 - x) / w) * 100);
  const above = ((middle - reach - y) / h) * 100;
  const under = ((middle + reach - y) / h) * 100;
  const origin = from === undefined || from === id ? undefined : control.things.get(from);
  const comesDown = origin !== undefined && origin.y + origin.h / 2 < middle - reach;
  const below = above < room || (comesDown && under < 88);
  return { left, top: clamp(below ? under : above), over: clamp(above), under: clamp(under), shift: -left, below };
}

const clamp = (percent: number) => Math.min(100, Math.max(0, percent));
