import type { Area, Choice, Piece, Scene } from '../types';
import {
  ahead,
  bounded,
  fitted,
  middle,
  nearest,
  revealing,
  zoomed,
  type Box,
  type Direction,
  type Point,
  type Window,
} from './geometry';
import { alive, completing, inTurn, isPlacement, matching, meanings, touch, turned } from './selection';

const ZOOM_STEP = 1.5;

export interface Callbacks {
  scene: () => Scene;
  play: (choice: Choice) => void;
  /** Whether a choice has to be confirmed before it is played. */
  asks?: (choice: Choice) => boolean;
  /** Called when a closed place was touched, or one of the viewer's own pieces that cannot be used now. */
  refuse: (thing: Area | Piece) => void;
}

/** Where a dragged piece was dropped: its next animation starts there. */
export interface Dropped {
  id: string;
  x: number;
  y: number;
}

/** The state of a person's interaction with one board: touching, hovering, dragging, zooming. Draws nothing. */
export class BoardControl {
  touched: string[] = $state([]);
  hovered: string | null = $state(null);
  /** The tab stop of the board, once the focus has been on it. */
  focused: string | null = $state(null);
  /** The kind of action that is highlighted, or null for all. */
  kind: string | null = $state(null);
  /** The thing whose words are shown. */
  told: string | null = $state(null);
  asking: Choice[] = $state.raw([]);
  ready: Choice[] = $state.raw([]);
  /** What is laid on the table as a ghost until it is confirmed: one choice, or one for each rotation. */
  laid: Choice[] = $state.raw([]);
  /** The placement that the pointer was over last. */
  passed: Choice[] = $state.raw([]);
  /** The rotation of what is being placed, kept from place to place. */
  turn: number = $state(0);
  /** The direction of the last rotation. */
  spin: 1 | -1 = 1;
  /** A choice that is previewed from an open chooser. */
  considered: Choice | null = $state.raw(null);
  dragging: { piece: Piece; dx: number; dy: number } | null = $state.raw(null);
  window: Window = $state.raw({ x: 0, y: 0, w: 1, h: 1 });
  /** Whether the window follows the part of the table that matters most. */
  focusing: boolean = $state(false);
  dropped: Dropped | null = null;

  readonly #on: Callbacks;

  constructor(on: Callbacks) {
    this.#on = on;
    this.resetZoom();
  }

  readonly scene: Scene = $derived.by(() => this.#on.scene());
  readonly things: Map<string, Area | Piece> = $derived(
    new Map([...this.scene.areas, ...this.scene.pieces].map((thing) => [thing.id, thing])),
  );
  /** The choices of the highlighted kind. */
  readonly choices: Choice[] = $derived(
    this.kind === null ? this.scene.choices : this.scene.choices.filter((choice) => choice.kind === this.kind),
  );
  /** The touches so far, without the last one if it laid a ghost, which can still be moved elsewhere. */
  readonly #before: string[] = $derived(this.laid.length ? this.touched.slice(0, -1) : this.touched);
  readonly alive: Set<string> = $derived(this.asking.length ? new Set() : alive(this.choices, this.#before));
  /** Whether something has been touched or laid down that can still be taken back. */
  readonly isHalfMade: boolean = $derived(this.touched.length > 0 || this.laid.length > 0);
  /** The things that are alive before anything is touched. Touching one of them starts over. */
  readonly starts: Set<string> = $derived(alive(this.scene.choices, []));

  /** The things that arrow keys can reach: those alive, and those touched, to take them back. */
  readonly reachable: (Area | Piece)[] = $derived(
    [...new Set([...this.alive, ...this.touched])].flatMap((id) => this.things.get(id) ?? []),
  );
  readonly tabStop: string | null = $derived(
    this.reachable.some((thing) => thing.id === this.focused) ? this.focused : (this.reachable[0]?.id ?? null),
  );

  /** The choices that touching the hovered thing would complete. */
  readonly #under: Choice[] = $derived(
    this.hovered !== null && this.alive.has(this.hovered) ? completing(this.choices, this.#before, this.hovered) : [],
  );
  /** Whether anything that may be placed now has more than one rotation. */
  readonly canTurn: boolean = $derived.by(() => this.scene.choices.some((choice) => choice.turn));
  /** The placement under the pointer, or else the one that is laid on the table. */
  readonly placement: Choice[] = $derived(isPlacement(this.#under) ? this.#under : this.laid);
  /**
   * Whether something is being placed that needs more than a touch: either it is laid down to be confirmed, or it can
   * be turned and the pointer was over it or no other kind of choice is left.
   */
  readonly isPlacing: boolean = $derived.by(() => {
    if (this.laid.length) return true;
    if (!this.canTurn) return false;
    if (this.passed.length) return true;
    const left = matching(this.scene.choices, this.touched).filter((choice) => choice.touches.length);
    return isPlacement(left);
  });

  /** The choice whose result is shown as a ghost: the one that the pointer or the focus would make next. */
  readonly preview: Choice | null = $derived.by(() => {
    if (this.considered) return this.considered;
    if (this.asking.length) return null;
    if (this.placement.length) return inTurn(this.placement, this.turn) ?? null;
    const [first] = this.#under;
    if (first) return first;
    const left = this.touched.length ? matching(this.choices, this.touched) : [];
    return left.length === 1 ? (left[0] ?? null) : null;
  });

  readonly isZoomed: boolean = $derived(this.window.w < this.scene.size[0] - 1e-6);

  // Touching --------------------------------------------------------------------------------------------------

  clear(): void {
    this.touched = [];
    this.asking = [];
    this.ready = [];
    this.laid = [];
    this.passed = [];
    this.considered = null;
    this.dragging = null;
    this.told = null;
  }

  /** Notes that the pointer or the focus is now on this thing, or on none. */
  hover(id: string | null): void {
    this.hovered = id;
    if (isPlacement(this.#under)) this.passed = this.#under;
  }

  /**
   * Touches a thing by any of its meanings. Returns false if the touch has no effect. A placement that was previewed
   * (`sure`) is made at once; otherwise it is laid down to be inspected, turned and confirmed.
   */
  touch(id: string, sure = true): boolean {
    const means = meanings(this.scene, id);
    if (this.laid.length && means.includes(this.touched.at(-1) ?? '')) {
      if (sure || !isPlacement(this.laid)) this.placeLaid();
      else this.turnBy(1);
      return true;
    }
    const from = this.asking.length ? this.touched.slice(0, -1) : this.#before;
    this.asking = [];
    this.laid = [];
    this.passed = [];
    this.considered = null;
    let step = touch(this.choices, from, means);
    if (step.kind === 'none' && this.kind !== null) {
      // Highlights show one kind of action, but a touch may mean any.
      this.kind = null;
      step = touch(this.choices, [], means);
    }
    switch (step.kind) {
      case 'none':
        this.clear();
        return false;
      case 'back':
        this.touched = step.touched;
        this.ready = [];
        return true;
      case 'select':
        this.touched = step.touched;
        this.ready = step.ready;
        return true;
      case 'ask':
        this.touched = step.touched;
        this.asking = step.choices;
        this.ready = [];
        return true;
      case 'place':
        if (sure && !step.choices.some((choice) => this.#on.asks?.(choice))) this.#place(step.choices);
        else this.#lay(step.touched, step.choices);
        return true;
      case 'play':
        this.offer(step.choice);
        return true;
    }
  }

  // Placing with rotations ------------------------------------------------------------------------------------

  #lay(touched: string[], placement: Choice[]): void {
    this.touched = touched;
    this.ready = [];
    this.laid = placement;
  }

  #place(placement: Choice[]): void {
    const choice = inTurn(placement, this.turn);
    if (choice) this.play(choice);
  }

  /** Turns what is being placed to the next rotation that its place offers. */
  turnBy(by: 1 | -1): void {
    if (!this.placement.length) return;
    this.spin = by;
    this.turn = turned(this.placement, this.turn, by);
  }

  /** Turns by a button. The pointer has left the board, so the ghost is laid where it was shown last. */
  turnLaid(): void {
    const [seen] = this.passed;
    if (!this.laid.length && seen) this.#lay([...seen.touches], this.passed);
    this.turnBy(1);
  }

  placeLaid(): void {
    this.#place(this.laid);
  }

  /** Plays a choice, or lays it down to be confirmed. */
  offer(choice: Choice): void {
    if (!this.#on.asks?.(choice)) return this.play(choice);
    this.clear();
    this.#lay([...choice.touches], [choice]);
  }

  /** Highlights one kind of action, or all of them. */
  show(kind: string | null): void {
    this.clear();
    this.kind = kind;
  }

  play(choice: Choice): void {
    this.clear();
    this.hovered = null;
    this.#on.play(choice);
  }

  /** Handles a tap on the table; `hits` are the ids drawn under it, topmost first. */
  tap(hits: string[], point: Point, fingertip: number): void {
    const id = this.aim(hits, point, fingertip);
    // A finger covers what it points at; a mouse has already shown the ghost.
    if (id !== null && this.touch(id, fingertip === 0)) return;
    this.clear();
    this.#refuse(hits);
  }

  /** Handles a key press on a thing. */
  press(id: string): void {
    if (!this.touch(id)) this.#refuse(meanings(this.scene, id));
  }

  #refuse(hits: string[]): void {
    if (!this.scene.choices.length) return;
    const things = hits.flatMap((hit) => this.things.get(hit) ?? []);
    // Touching a piece also touches the place it stands on.
    const places = things.flatMap((thing) => this.things.get('owner' in thing ? (thing as Piece).place : '') ?? []);
    const shut = [...things, ...places].find((thing) => 'closed' in thing && thing.closed);
    const own = things.find((thing) => 'owner' in thing) as Piece | undefined;
    if (shut) this.#on.refuse(shut);
    else if (own && own.owner !== null && own.owner === this.scene.viewer) this.#on.refuse(own);
  }

  /**
   * Returns the thing that a tap means: something alive exactly there, else something to take back or to start over
   * with, else the alive thing nearest to the fingertip. Exact hits come first, so that a near miss never plays an
   * unintended choice.
   */
  aim(hits: string[], point: Point, fingertip: number): string | null {
    const means = (hit: string, ids: { has(id: string): boolean }) =>
      meanings(this.scene, hit).some((id) => ids.has(id));
    const touched = new Set(this.touched);
    for (const ids of [this.alive, touched, this.starts]) {
      const hit = hits.find((id) => means(id, ids));
      if (hit !== undefined) return this.#sharpen(hit, ids, point);
    }
    const broad = [...this.alive].flatMap((id) => {
      const thing = this.things.get(id);
      return thing ? [fatten(thing, fingertip)] : [];
    });
    return nearest(broad, point, 0)?.id ?? null;
  }

  /**
   * Returns the meaning that was found instead of the thing that was hit, so that hovering shows the right one. A place
   * means the thing on it that is nearest to the pointer: otherwise the lower things of a stack would be too small to
   * hit with a finger.
   */
  #sharpen(hit: string, ids: { has(id: string): boolean }, point: Point): string {
    const found = meanings(this.scene, hit).filter((id) => ids.has(id));
    if (found.length < 2 || found[0] === hit) return found[0] ?? hit;
    const things = found.flatMap((id) => this.things.get(id) ?? []);
    return nearest(things, point, Infinity)?.id ?? hit;
  }

  // Dragging --------------------------------------------------------------------------------------------------

  /** Returns the piece that a drag would lift: the topmost one that can start a choice, itself or by its place. */
  liftable(hits: string[]): Piece | null {
    for (const hit of hits) {
      const thing = this.things.get(hit);
      if (!thing || !('owner' in thing)) continue;
      const means = meanings(this.scene, hit);
      const first = means.find((id) => this.starts.has(id) || this.touched.includes(id));
      if (first === undefined) continue;
      const targets = alive(this.scene.choices, [first]);
      return targets.size ? thing : null;
    }
    return null;
  }

  lift(piece: Piece): void {
    const means = meanings(this.scene, piece.id);
    if (!means.some((id) => this.touched.at(-1) === id)) {
      // Start over, so that the earlier touches do not combine with this one into a choice.
      this.clear();
      this.touch(piece.id);
    }
    this.dragging = { piece, dx: 0, dy: 0 };
  }

  drop(hits: string[], point: Point, fingertip: number): void {
    const drag = this.dragging;
    this.dragging = null;
    if (!drag) return;
    const others = hits.filter((hit) => hit !== drag.piece.id);
    const on = others.find((hit) => meanings(this.scene, hit).some((id) => this.alive.has(id)));
    const target = on ?? this.#near(point, fingertip);
    if (target === null) {
      // If the piece is put back where it stood, it stays selected for a click. Otherwise the touches are cleared.
      if (!hits.includes(drag.piece.place)) this.clear();
      return;
    }
    this.dropped = { id: drag.piece.id, x: drag.piece.x + drag.dx, y: drag.piece.y + drag.dy };
    this.touch(target, fingertip === 0);
  }

  #near(point: Point, fingertip: number): string | null {
    const broad = [...this.alive].flatMap((id) => {
      const thing = this.things.get(id);
      return thing ? [fatten(thing, fingertip)] : [];
    });
    return nearest(broad, point, 0)?.id ?? null;
  }

  // Telling ---------------------------------------------------------------------------------------------------

  /** Returns the topmost of these things that has something to say. */
  telling(hits: string[]): string | null {
    return hits.find((id) => this.things.get(id)?.label) ?? null;
  }

  // Moving by keys --------------------------------------------------------------------------------------------

  /** Returns the thing that an arrow key leads to. */
  walk(from: string | null, direction: Direction): Area | Piece | undefined {
    const here = from !== null ? this.things.get(from) : undefined;
    if (!here) return this.reachable[0];
    return ahead(
      this.reachable.filter((thing) => thing.id !== from),
      here,
      direction,
    );
  }

  /** Returns the thing in a direction that has something to say, whether it can be touched or not. */
  look(from: string | null, direction: Direction): Area | Piece | undefined {
    const here = from !== null ? this.things.get(from) : undefined;
    const others = [...this.things.values()].filter((thing) => thing.label && thing.id !== from);
    return here ? ahead(others, here, direction) : this.reachable[0];
  }

  /** Returns the n-th reachable thing after this one in reading order; this also reaches what no arrow key does. */
  cycle(from: string | null, by: number): Area | Piece | undefined {
    const order = [...this.reachable].sort((a, b) => a.y + a.h / 2 - (b.y + b.h / 2) || a.x - b.x);
    const at = order.findIndex((thing) => thing.id === from);
    return order.at((at + by + order.length) % Math.max(1, order.length));
  }

  // Zooming ---------------------------------------------------------------------------------------------------

  /** The part of the table that matters most, or null if that is the whole table or the scene has no focus. */
  readonly part: Window | null = $derived.by(() => {
    const { focus, size } = this.scene;
    const window = focus ? fitted(focus, size) : null;
    return window && window.w < size[0] - 1e-6 ? window : null;
  });

  resetZoom(): void {
    const [w, h] = this.#on.scene().size;
    this.focusing = false;
    this.window = { x: 0, y: 0, w, h };
  }

  showPart(): void {
    if (!this.part) return this.resetZoom();
    this.focusing = true;
    this.window = this.part;
  }

  /** Shows the whole table or, if all of it is visible already, the part that matters most. */
  fit(): void {
    if (this.isZoomed) this.resetZoom();
    else this.showPart();
  }

  /** Adapts the window to a table of another size: it keeps to the part that matters most, or shows the whole table. */
  refit(): void {
    if (this.focusing) this.showPart();
    else this.resetZoom();
  }

  zoom(about: Point, factor: number): void {
    this.focusing = false;
    this.window = zoomed(this.window, this.scene.size, about, factor);
  }

  /** Zooms by one step, about the middle of the window. */
  zoomStep(by: 1 | -1): void {
    this.zoom(middle(this.window), ZOOM_STEP ** by);
  }

  /** Moves the window so that a focused thing is visible. */
  reveal(id: string): void {
    const thing = this.things.get(id);
    if (thing && this.isZoomed) this.window = revealing(this.window, thing, this.scene.size);
  }

  pan(dx: number, dy: number): void {
    this.focusing = false;
    this.window = bounded({ ...this.window, x: this.window.x - dx, y: this.window.y - dy }, this.scene.size);
  }
}

function fatten<T extends Box>(thing: T, least: number): T {
  const w = Math.max(thing.w, least);
  const h = Math.max(thing.h, least);
  return { ...thing, x: thing.x - (w - thing.w) / 2, y: thing.y - (h - thing.h) / 2, w, h };
}
