// Geometry of boxes on the board: nearest thing, next thing in a direction, zoom. All lengths are in scene units.

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
  turn?: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Window {
  x: number;
  y: number;
  w: number;
  h: number;
}

export const middle = (box: Box): Point => ({ x: box.x + box.w / 2, y: box.y + box.h / 2 });

/** Returns how far a point lies outside a turned box; 0 inside it. */
export function distance(box: Box, point: Point): number {
  const centre = middle(box);
  const angle = (-(box.turn ?? 0) * Math.PI) / 180;
  const dx = point.x - centre.x;
  const dy = point.y - centre.y;
  const along = Math.abs(dx * Math.cos(angle) - dy * Math.sin(angle));
  const across = Math.abs(dx * Math.sin(angle) + dy * Math.cos(angle));
  return Math.hypot(Math.max(0, along - box.w / 2), Math.max(0, across - box.h / 2));
}

/** Returns the thing nearest to the point within reach; among equally near ones, the one with the nearest middle. */
export function nearest<T extends Box>(things: readonly T[], point: Point, reach: number): T | undefined {
  let best: T | undefined;
  let bestAway = Infinity;
  let bestMiddle = Infinity;
  for (const thing of things) {
    const away = distance(thing, point);
    if (away > reach) continue;
    const centre = middle(thing);
    const toMiddle = Math.hypot(centre.x - point.x, centre.y - point.y);
    if (away < bestAway || (away === bestAway && toMiddle < bestMiddle)) {
      best = thing;
      bestAway = away;
      bestMiddle = toMiddle;
    }
  }
  return best;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

const HEADING: Record<Direction, Point> = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

/** Returns the next thing in the direction of an arrow key, preferring things straight ahead. */
export function ahead<T extends Box>(things: readonly T[], from: Box, direction: Direction): T | undefined {
  const start = middle(from);
  const heading = HEADING[direction];
  let best: T | undefined;
  let bestCost = Infinity;
  for (const thing of things) {
    const centre = middle(thing);
    const dx = centre.x - start.x;
    const dy = centre.y - start.y;
    const forward = dx * heading.x + dy * heading.y;
    if (forward < 1e-6) continue;
    const aside = Math.abs(dx * heading.y) + Math.abs(dy * heading.x);
    const cost = forward + 2.5 * aside;
    if (cost < bestCost) {
      best = thing;
      bestCost = cost;
    }
  }
  return best;
}

export const MOST_ZOOM = 5;

/** Returns the window after zooming about a point, which keeps its place on the screen. */
export function zoomed(window: Window, size: readonly [number, number], about: Point, factor: number): Window {
  const [width, height] = size;
  const w = Math.min(width, Math.max(width / MOST_ZOOM, window.w / factor));
  const scale = w / window.w;
  return bounded(
    {
      x: about.x - (about.x - window.x) * scale,
      y: about.y - (about.y - window.y) * scale,
      w,
      h: height * (w / width),
    },
    size,
  );
}

/** Returns the window that shows a part of the table as large as possible, in the table's proportions. */
export function fitted(
  [x, y, w, h]: readonly [number, number, number, number],
  size: readonly [number, number],
): Window {
  const [width, height] = size;
  const share = Math.min(1, Math.max(w / width, h / height, 1 / MOST_ZOOM));
  const window = { w: width * share, h: height * share };
  return bounded({ ...window, x: x + (w - window.w) / 2, y: y + (h - window.h) / 2 }, size);
}

/** Moves the window by as little as needed to show all of a box, or its upper left corner if it is too large. */
export function revealing(window: Window, box: Box, size: readonly [number, number]): Window {
  const shift = (start: number, room: number, from: number, length: number) =>
    Math.min(from, Math.max(start, from + length - room));
  return bounded(
    { ...window, x: shift(window.x, window.w, box.x, box.w), y: shift(window.y, window.h, box.y, box.h) },
    size,
  );
}

/** Moves the window so that it shows nothing outside the table. */
export function bounded(window: Window, [width, height]: readonly [number, number]): Window {
  return {
    ...window,
    x: Math.min(Math.max(0, window.x), width - window.w),
    y: Math.min(Math.max(0, window.y), height - window.h),
  };
}

/** Returns the angle equivalent to `turn` that is reached from `before` by turning clockwise (1) or back (-1). */
export function wound(before: number, turn: number, by: 1 | -1): number {
  const clockwise = (((turn - before) % 360) + 360) % 360;
  return before + (clockwise === 0 || by > 0 ? clockwise : clockwise - 360);
}

/** Returns the angle equivalent to `turn` that is nearest to `before`, so that things never turn the long way round. */
export function unwound(before: number, turn: number): number {
  return before + ((((turn - before) % 360) + 540) % 360) - 180;
}
