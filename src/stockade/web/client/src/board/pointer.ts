// Turns mouse, pen and touch events on a board into calls of its control.

import type { Piece } from '../types';
import type { BoardControl } from './control.svelte';
import type { Point } from './geometry';

/** How far the pointer may move, in pixels, before a press becomes a drag. */
const TREMBLE = { mouse: 5, pen: 7, touch: 9 } as const;
/** The minimum width of a touch target, in pixels. */
const FINGERTIP = 44;
const DOUBLE_TAP_MS = 300;
/** Wheel distance for one rotation, in pixels; minimum time between rotations; pause that resets the distance. */
const NOTCH = 50;
const TURN_MS = 140;
const ROLL_PAUSE_MS = 250;

/** How long the pointer rests on a thing until its words appear; how long other words stay before; a long press. */
const REST_MS = 500;
const GRACE_MS = 300;
const LONG_PRESS_MS = 450;

interface Press {
  pointer: number;
  start: Point;
  last: Point;
  lift: Piece | null;
  moved: boolean;
}

export function boardPointer(svg: SVGSVGElement, control: () => BoardControl): () => void {
  const fingers = new Map<number, Point>();
  let press: Press | null = null;
  let pinch: { apart: number; middle: Point } | null = null;
  let lastTap = { at: 0, x: 0, y: 0 };
  let rolled = { far: 0, at: 0, turned: 0 };
  let resting: string | null = null;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  let byFinger = false;

  const toScene = (x: number, y: number): Point => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(x, y).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  };
  const perPixel = (): number => 1 / (svg.getScreenCTM()?.a || 1);

  /** Returns the ids drawn under a point of the screen, topmost first. */
  const hitsAt = (x: number, y: number): string[] => {
    const ids: string[] = [];
    for (const element of document.elementsFromPoint(x, y)) {
      const id = svg.contains(element) ? element.closest('[data-id]')?.getAttribute('data-id') : null;
      if (id && !ids.includes(id)) ids.push(id);
    }
    return ids;
  };
  const fingertip = (event: PointerEvent) => (event.pointerType === 'mouse' ? 0 : FINGERTIP * perPixel());
  const kind = (event: PointerEvent) =>
    event.pointerType === 'touch' || event.pointerType === 'pen' ? event.pointerType : 'mouse';

  function measure(): { apart: number; middle: Point } {
    const [a, b] = [...fingers.values()];
    if (!a || !b) return { apart: 1, middle: { x: 0, y: 0 } };
    return { apart: Math.hypot(a.x - b.x, a.y - b.y) || 1, middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
  }

  /** Whether the pointer is over the words that are shown. They then stay, so that they can be read at leisure. */
  function onWords({ clientX: x, clientY: y }: PointerEvent): boolean {
    const words = control().told === null ? null : svg.parentElement?.querySelector('[data-testid="about"]');
    const box = words?.getBoundingClientRect();
    return box !== undefined && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  /** Shows the words of the thing under a resting mouse. */
  function ponder(event: PointerEvent, hits: string[]): void {
    const board = control();
    const id = board.dragging ? null : board.telling(hits);
    // A thing that can be touched comes first. Otherwise the pointer may move onto the words, across other things.
    if (board.hovered !== null && id !== board.told) board.told = null;
    else if (onWords(event)) {
      clearTimeout(rest);
      resting = board.told;
      return;
    }
    if (id === resting) return;
    clearTimeout(rest);
    resting = id;
    rest = setTimeout(() => (control().told = resting), board.told === null ? REST_MS : GRACE_MS);
  }

  /** Shows the words of a thing under a finger that rests on it. Lifting the finger then touches nothing. */
  function waitForLongPress(event: PointerEvent): void {
    const id = control().telling(hitsAt(event.clientX, event.clientY));
    if (id === null) return;
    rest = setTimeout(() => {
      if (!press || press.moved || fingers.size !== 1) return;
      asked = true;
      control().told = id;
    }, LONG_PRESS_MS);
  }

  function down(event: PointerEvent): void {
    byFinger = event.pointerType !== 'mouse';
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    clearTimeout(rest);
    asked = false;
    control().told = null;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      if (control().dragging) control().clear();
      press = null;
      pinch = measure();
      return;
    }
    if (fingers.size > 2) return;
    const start = { x: event.clientX, y: event.clientY };
    press = {
      pointer: event.pointerId,
      start,
      last: start,
      moved: false,
      lift: control().liftable(hitsAt(event.clientX, event.clientY)),
    };
    if (byFinger) waitForLongPress(event);
  }

  function move(event: PointerEvent): void {
    const board = control();
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (pinch && fingers.size >= 2) {
      const now = measure();
      board.zoom(toScene(now.middle.x, now.middle.y), now.apart / pinch.apart);
      board.pan((now.middle.x - pinch.middle.x) * perPixel(), (now.middle.y - pinch.middle.y) * perPixel());
      pinch = now;
      return;
    }
    if (!press || press.pointer !== event.pointerId) {
      if (event.pointerType === 'mouse') hover(event);
      return;
    }
    const dx = event.clientX - press.start.x;
    const dy = event.clientY - press.start.y;
    if (!press.moved && Math.hypot(dx, dy) > TREMBLE[kind(event)]) {
      press.moved = true;
      clearTimeout(rest);
      // The pointer is captured only now, because click listeners need the original target of a plain click.
      svg.setPointerCapture(event.pointerId);
      if (press.lift) board.lift(press.lift);
    }
    if (!press.moved) return;
    if (board.dragging) {
      board.dragging = { ...board.dragging, dx: dx * perPixel(), dy: dy * perPixel() };
      hover(event);
    } else if (board.isZoomed && !press.lift) {
      board.pan((event.clientX - press.last.x) * perPixel(), (event.clientY - press.last.y) * perPixel());
    }
    press.last = { x: event.clientX, y: event.clientY };
  }

  function hover(event: PointerEvent): void {
    const board = control();
    const hits = hitsAt(event.clientX, event.clientY).filter((id) => id !== board.dragging?.piece.id);
    board.hover(board.aim(hits, toScene(event.clientX, event.clientY), board.dragging ? fingertip(event) : 0));
    if (!press) ponder(event, hits);
  }

  function up(event: PointerEvent): void {
    const board = control();
    fingers.delete(event.pointerId);
    if (pinch) {
      if (fingers.size < 2) pinch = null;
      return;
    }
    if (!press || press.pointer !== event.pointerId) return;
    const was = press;
    press = null;
    clearTimeout(rest);
    const point = toScene(event.clientX, event.clientY);
    const hits = hitsAt(event.clientX, event.clientY);
    if (board.dragging) board.drop(hits, point, fingertip(event));
    else if (asked) asked = false;
    else if (!was.moved && !doubled(event)) board.tap(hits, point, fingertip(event));
    if (event.pointerType !== 'mouse') board.hover(null);
  }

  /** Shows the whole board again after a double tap on a zoomed board. */
  function doubled(event: PointerEvent): boolean {
    const again =
      event.timeStamp - lastTap.at < DOUBLE_TAP_MS &&
      Math.hypot(event.clientX - lastTap.x, event.clientY - lastTap.y) < 24;
    lastTap = { at: event.timeStamp, x: event.clientX, y: event.clientY };
    if (!again || !control().isZoomed || control().laid.length || event.pointerType === 'mouse') return false;
    control().resetZoom();
    return true;
  }

  function cancel(event: PointerEvent): void {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (press?.pointer !== event.pointerId) return;
    press = null;
    clearTimeout(rest);
    if (control().dragging) control().clear();
  }

  const leave = (event: PointerEvent) => {
    if (press) return;
    control().hover(null);
    if (event.pointerType !== 'mouse') return;
    clearTimeout(rest);
    resting = null;
    control().told = null;
  };

  // A long press asks about a thing; the menu of the browser would cover the answer.
  const menu = (event: Event) => {
    if (byFinger) event.preventDefault();
  };

  function wheel(event: WheelEvent): void {
    const board = control();
    if (event.ctrlKey) {
      event.preventDefault();
      board.zoom(toScene(event.clientX, event.clientY), Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.005)));
    } else if (board.placement.length > 1) {
      event.preventDefault();
      const by = turnOf(event);
      if (by) board.turnBy(by);
    }
  }

  /** Returns one rotation for a notch of a wheel, or for many small steps of a touchpad, without its momentum. */
  function turnOf(event: WheelEvent): 1 | -1 | 0 {
    const far = event.deltaMode ? event.deltaY * NOTCH : event.deltaY;
    if (event.timeStamp - rolled.at > ROLL_PAUSE_MS || Math.sign(far) !== Math.sign(rolled.far))
      rolled = { ...rolled, far: 0 };
    rolled = { ...rolled, far: rolled.far + far, at: event.timeStamp };
    if (Math.abs(rolled.far) < NOTCH || event.timeStamp - rolled.turned < TURN_MS) return 0;
    rolled = { far: 0, at: event.timeStamp, turned: event.timeStamp };
    return far > 0 ? 1 : -1;
  }

  // The board handles two fingers, and one finger on a piece that can be lifted; any other touch may scroll the page.
  // This needs code, because `touch-action` does not apply to single shapes of an SVG.
  const claim = (event: TouchEvent) => {
    const [finger] = event.touches;
    const lifting = () => finger !== undefined && control().liftable(hitsAt(finger.clientX, finger.clientY)) !== null;
    if (event.touches.length > 1 || (event.type === 'touchstart' ? lifting() : control().dragging))
      event.preventDefault();
  };

  svg.addEventListener('pointerdown', down);
  svg.addEventListener('pointermove', move);
  svg.addEventListener('pointerup', up);
  svg.addEventListener('pointercancel', cancel);
  svg.addEventListener('pointerleave', leave);
  svg.addEventListener('contextmenu', menu);
  svg.addEventListener('wheel', wheel, { passive: false });
  svg.addEventListener('touchstart', claim, { passive: false });
  svg.addEventListener('touchmove', claim, { passive: false });
  return () => {
    svg.removeEventListener('pointerdown', down);
    svg.removeEventListener('pointermove', move);
    svg.removeEventListener('pointerup', up);
    svg.removeEventListener('pointercancel', cancel);
    svg.removeEventListener('pointerleave', leave);
    clearTimeout(rest);
    svg.removeEventListener('contextmenu', menu);
    svg.removeEventListener('wheel', wheel);
    svg.removeEventListener('touchstart', claim);
    svg.removeEventListener('touchmove', claim);
  };
}
