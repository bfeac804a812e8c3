import type { Choice, DraftChange, DraftView, Position, Scene, Thoughts, TrayItem } from '../types';
import { api, ApiError } from './api';
import { say } from './language';
import { room } from './shape.svelte';

/** How long a bot thinks when somebody asks. */
const SECONDS = 15;

interface Step {
  draft: DraftView;
  /** the shape and the viewer that it was drawn for */
  look: string;
}

/** A position that somebody sets up, plays on and asks bots about. Nothing of it is stored. */
export class Lab {
  readonly game: string;
  steps: Step[] = $state.raw([]);
  viewer: number | null = $state(null);
  mode: 'play' | 'set' = $state('play');
  /** the item of the tray that is put on the table next */
  item: TrayItem | null = $state.raw(null);
  busy = $state(false);
  /** why the last change was refused */
  note = $state('');
  thoughts: Thoughts | null = $state.raw(null);
  thinking = $state(false);
  #stop: AbortController | null = null;

  constructor(game: string) {
    this.game = game;
  }

  readonly draft: DraftView | null = $derived(this.steps.at(-1)?.draft ?? null);
  /** The shape and the viewer that the board should be drawn for. */
  readonly look: string = $derived(`${room.shape} ${this.viewer}`);
  readonly isStale: boolean = $derived(!this.busy && this.steps.length > 0 && this.steps.at(-1)?.look !== this.look);
  /** Why the position cannot occur, as a sentence. */
  readonly wrong: string = $derived(
    this.draft?.wrong ? say('This position is not possible: {reason}.', { reason: this.draft.wrong }) : '',
  );
  readonly isSound: boolean = $derived(this.draft?.wrong === '');
  readonly atChance: boolean = $derived(this.isSound && this.draft?.scene.current_player === -1);
  readonly decides: boolean = $derived(this.isSound && (this.draft?.scene.current_player ?? -1) >= 0);
  readonly puts: { item: TrayItem; touches: string[] }[] = $derived.by(() => {
    const items = this.draft?.tray?.items ?? [];
    const wanted = items.filter((item) => item.is_loose || item.id === this.item?.id);
    return wanted.flatMap((item) => item.places.map((touches) => ({ item, touches })));
  });
  /** What to do while a position is set up. */
  readonly prompt: string = $derived.by(() => {
    if (this.item) return say('{thing}: touch a place on the board.', { thing: this.item.label });
    const items = this.draft?.tray?.items ?? [];
    if (items.some((item) => item.is_loose)) return say('Move the pieces on the board wherever you like.');
    return say('Take something from the tray, and touch a place on the board.');
  });
  /** What the board shows: the choices of the rules, or the places for what is taken from the tray. */
  readonly scene: Scene | null = $derived.by(() => {
    const { draft } = this;
    if (!draft || this.mode === 'play' || !draft.tray) return draft?.scene ?? null;
    const there = new Set(draft.scene.areas.map((area) => area.id));
    const areas = [...draft.scene.areas, ...draft.tray.areas.filter((area) => !there.has(area.id))];
    const { prompt } = this;
    return {
      ...draft.scene,
      areas,
      prompt,
      choices: this.puts.map(({ item, touches }, n) => choiceOf(n, item, touches)),
    };
  });

  /** Shows a position in place of everything before. */
  async start(position: () => Promise<{ position: Position }>): Promise<void> {
    await this.#change(async () => {
      const found = await position();
      this.steps = [await this.#draw(found.position)];
    });
  }

  /** Shows the same position again, such as on a screen of another shape. */
  async redraw(): Promise<void> {
    const { draft } = this;
    if (!draft) return;
    await this.#ask(async () => {
      const again = await this.#draw(draft.position);
      this.steps = [...this.steps.slice(0, -1), again];
    });
  }

  /** Plays an action, and lets chance decide what follows. */
  play(action?: number): Promise<void> {
    return this.#change(async () => {
      if (!this.draft) return;
      const { game, viewer } = this;
      const ask = { action, roll: true, viewer, shape: room.shape };
      const next = await api.position(game, this.draft.position, ask);
      this.#push(await this.#draw(next.position));
    });
  }

  /** Changes something by the tray. */
  arrange(change: DraftChange): Promise<void> {
    return this.#change(async () => {
      if (this.draft) this.#push(await this.#draw(this.draft.position, change));
    });
  }

  put(number: number): void {
    const put = this.puts[number];
    if (put) void this.arrange({ item: put.item.id, touches: put.touches });
  }

  /** Shows a position that somebody has written. */
  write(position: Position): Promise<void> {
    return this.#change(async () => this.#push(await this.#draw(position)));
  }

  back(): void {
    this.stop();
    this.note = '';
    this.thoughts = null;
    if (this.steps.length > 1) this.steps = this.steps.slice(0, -1);
  }

  async think(): Promise<void> {
    this.stop();
    const { draft } = this;
    if (!draft || !this.decides) return;
    const stop = (this.#stop = new AbortController());
    this.thinking = true;
    this.thoughts = null;
    this.note = '';
    try {
      for await (const found of api.think(this.game, draft.position, SECONDS, stop.signal)) {
        if (stop.signal.aborted) return;
        this.thoughts = found;
      }
    } catch (error) {
      if (!stop.signal.aborted) this.note = wordsOf(error);
    } finally {
      if (this.#stop === stop) this.thinking = false;
    }
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.thinking = false;
  }

  #push(step: Step): void {
    this.steps = [...this.steps, step];
  }

  async #draw(position: Position, change?: DraftChange): Promise<Step> {
    const { look, viewer } = this;
    return { look, draft: await api.draft(this.game, position, { change, viewer, shape: room.shape }) };
  }

  async #change(work: () => Promise<void>): Promise<void> {
    this.stop();
    await this.#ask(async () => {
      await work();
      this.thoughts = null;
    });
  }

  async #ask(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.note = '';
    try {
      await work();
    } catch (error) {
      this.note = wordsOf(error);
    } finally {
      this.busy = false;
    }
  }
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return say('The server cannot be reached. Check your connection and try again.');
  return error.ruling
    ? say('{reason} (ruling {ruling})', { reason: error.message, ruling: error.ruling })
    : error.message;
}

/** Returns a choice that puts an item of the tray somewhere. */
const choiceOf = (action: number, item: TrayItem, touches: string[]): Choice => ({
  action,
  text: item.id,
  label: item.label,
  touches,
  prospect: '',
  ghost: [],
  turn: null,
  either: false,
  gains: [],
  amount: null,
  kind: '',
  asks: [],
  gain: '',
  final: false,
});
