import { withGhost } from '../board/selection';
import type { Answer, Choice, Hints, MatchView, Outgoing, Refusal, Scene, Shape } from '../types';
import { api, ApiError } from './api';
import { callToTable } from './attention';
import { backoff } from './backoff';
import { router } from './router.svelte';
import { tablePath } from './routes';
import { forgetSeat, keepSeat, seatOf } from './seats';
import { settings } from './settings.svelte';
import { Live, type Connection } from './socket';

type Wish = Extract<Outgoing, { version: number }>;

const PATIENCE = 5_000;
const NOTICE_MS = 6_000;

/** One match as this browser sees it, and the requests it can make. */
export class Table {
  readonly id: string;
  view: MatchView | null = $state.raw(null);
  connection: Connection = $state('connecting');
  /** Why the match cannot be shown at all. */
  failure = $state('');
  notice: { text: string; ruling: string } | null = $state.raw(null);
  hint: Hints | null = $state.raw(null);
  busy = $state(false);

  /** The choice that was sent: shown as done until the server answers. */
  #played: Choice | null = $state.raw(null);
  #pending: Wish | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #token: string | null;
  #live: Live;
  #shape: Shape;
  #closed = false;

  constructor(id: string, shape: Shape) {
    this.id = id;
    this.#shape = shape;
    this.#token = seatOf(id)?.token ?? null;
    this.#live = this.#line();
    void this.#load(0);
  }

  readonly scene: Scene | null = $derived.by(() => {
    const scene = this.view?.scene;
    if (!scene) return null;
    const played = this.#played;
    if (!played) return scene;
    return { ...scene, pieces: withGhost(scene.pieces, played.ghost), choices: [], marks: played.touches };
  });

  readonly yourTurn: boolean = $derived(
    this.view?.status === 'live' && this.view.you !== null && this.view.scene.current_player === this.view.you,
  );

  /** The choices that a bot recommends, the best first, and what it expects of each. */
  readonly hinted: { choice: Choice; worth: string }[] = $derived(
    (this.hint?.hints ?? []).flatMap(({ action, worth }) => {
      const choice = this.scene?.choices.find((other) => other.action === action);
      return choice ? [{ choice, worth }] : [];
    }),
  );

  /** Whether this player could not take a choice back without asking another person. */
  isCostly(choice: Choice): boolean {
    return Boolean(
      choice.final && this.view?.seats.some((seat) => seat.kind === 'human' && seat.seat !== this.view?.you),
    );
  }

  name(seat: number | null): string {
    const panel = this.view?.scene.panels.find((other) => other.seat === seat);
    const who = this.view?.seats.find((other) => other.seat === seat);
    return who?.name || panel?.title || (seat === null || seat < 0 ? 'Chance' : `Seat ${seat + 1}`);
  }

  close(): void {
    this.#closed = true;
    this.#live.close();
    for (const timer of [this.#waiting, this.#noticeTimer, this.#retry]) clearTimeout(timer);
  }

  reshape(shape: Shape): void {
    if (shape === this.#shape) return;
    this.#shape = shape;
    if (!this.#live.reshape(shape)) void this.#resync();
  }

  // Requests --------------------------------------------------------------------------------------------------

  play(choice: Choice): void {
    if (!this.view || this.#pending) return;
    this.#played = choice;
    this.#send({ type: 'play', version: this.view.version, action: choice.action });
  }

  /** Plays a typed action. Returns why it was refused, or null if it was played. */
  async playText(text: string): Promise<ApiError | null> {
    if (!this.view) return null;
    try {
      this.#accept(await api.play(this.id, this.#token, this.#shape, this.view.version, text));
      return null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'stale_version') {
        this.#refused(error);
        return null;
      }
      return error;
    }
  }

  undo(answer?: Answer): void {
    if (this.view) this.#send({ type: 'undo', version: this.view.version, answer });
  }

  draw(answer?: Answer): void {
    if (this.view) this.#send({ type: 'draw', version: this.view.version, answer });
  }

  resign(): void {
    if (this.view) this.#send({ type: 'resign', version: this.view.version });
  }

  async askHint(): Promise<void> {
    const { view } = this;
    if (!view) return;
    await this.#try(async () => {
      const hint = await api.hint(this.id, this.#token, view.version);
      if (this.view?.scene.ply === view.scene.ply) this.hint = hint;
    });
  }

  async rematch(): Promise<void> {
    await this.#try(async () => {
      if (!this.view) return;
      const next = this.view.rematch;
      if (next && seatOf(next)) {
        router.go(tablePath(next));
        return;
      }
      const seated = await api.rematch(this.id, this.#token, this.view.version);
      keepSeat(seated);
      router.go(tablePath(seated.id));
    });
  }

  async takeSeat(seat?: number): Promise<void> {
    await this.#try(async () => {
      const seated = await api.join(this.id, settings.name, seat);
      keepSeat(seated);
      this.#token = seated.token;
      this.#live.close();
      this.#live = this.#line();
      await this.#load(0);
    });
  }

  say(text: string, ruling = ''): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, ruling };
    this.#noticeTimer = setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  // Connection ------------------------------------------------------------------------------------------------

  #line(): Live {
    return new Live(this.id, this.#token, this.#shape, {
      view: (view) => this.#accept(view),
      refused: (refusal) => this.#refused(refusal),
      state: (state) => {
        this.connection = state;
        // The pending request may or may not have arrived. Sending it again is safe, because it names its version.
        if (state === 'lost' && this.#pending) void this.#post(this.#pending);
      },
      turnedAway: () => {
        this.#live.close();
        this.#live = this.#line();
        void this.#load(0);
      },
    });
  }

  async #load(attempt: number): Promise<void> {
    try {
      this.#accept(await api.view(this.id, this.#token, this.#shape));
      if (!this.#closed) this.#live.connect();
    } catch (error) {
      if (this.#closed || !(error instanceof ApiError)) return;
      if ((error.code === 'bad_token' || error.code === 'not_your_seat') && this.#token) {
        // The stored token is no longer valid: watch instead.
        forgetSeat(this.id);
        this.#token = null;
        this.#live.close();
        this.#live = this.#line();
        return this.#load(attempt);
      }
      if (error.status >= 400 && error.status < 500) {
        this.failure = error.message;
        return;
      }
      this.connection = 'lost';
      this.#retry = setTimeout(() => void this.#load(attempt + 1), backoff(attempt));
    }
  }

  async #resync(): Promise<void> {
    try {
      this.#accept(await api.view(this.id, this.#token, this.#shape));
    } catch {
      // The connection recovers by itself and then brings the current view.
    }
  }

  #accept(view: MatchView): void {
    const before = this.view;
    if (this.#closed || (before && view.version < before.version)) return;
    const wasYours = this.yourTurn;
    this.view = view;
    this.#live.version = view.version;
    if (before) this.#sayDeclined(before, view);
    if (this.#pending && view.version > this.#pending.version) this.#settled();
    // Asking for hints changes the version as well, but not the decision.
    if (before?.scene.ply !== view.scene.ply) this.hint = null;
    if (before && !wasYours && this.yourTurn) callToTable(view.title, view.scene.prompt);
  }

  /** Tells the player that their own request was declined; otherwise it would just disappear. */
  #sayDeclined(before: MatchView, view: MatchView): void {
    if (view.status !== 'live' || view.you === null) return;
    const withdrawn = this.#pending !== null && 'answer' in this.#pending && this.#pending.answer === 'decline';
    const playedOn = view.log.length > before.log.length && view.log.at(-1)?.seat === view.you;
    if (withdrawn || playedOn) return;
    if (before.draw_offered_by === view.you && view.draw_offered_by === null) this.say('Draw offer declined.');
    // If the undo was granted, the log is shorter.
    if (before.undo.asked_by === view.you && view.undo.asked_by === null && view.log.length >= before.log.length) {
      this.say('Undo request declined.');
    }
  }

  #send(wish: Wish): void {
    this.#pending = wish;
    this.busy = true;
    this.notice = null;
    clearTimeout(this.#waiting);
    if (this.#live.send(wish)) this.#waiting = setTimeout(() => void this.#post(wish), PATIENCE);
    else void this.#post(wish);
  }

  /** Sends the same request by HTTP, if the live connection is down or does not answer. */
  async #post(wish: Wish): Promise<void> {
    const { id } = this;
    const [token, shape] = [this.#token, this.#shape];
    try {
      const view =
        wish.type === 'play'
          ? await api.play(id, token, shape, wish.version, wish.action)
          : wish.type === 'undo'
            ? await api.undo(id, token, shape, wish.version, wish.answer)
            : wish.type === 'draw'
              ? await api.draw(id, token, shape, wish.version, wish.answer)
              : await api.resign(id, token, shape, wish.version);
      if (this.#pending === wish) this.#settled();
      this.#accept(view);
    } catch (error) {
      if (this.#pending === wish && error instanceof ApiError) this.#refused(error);
    }
  }

  #settled(): void {
    clearTimeout(this.#waiting);
    this.#pending = null;
    this.#played = null;
    this.busy = false;
  }

  #refused(refusal: Refusal | ApiError): void {
    this.#settled();
    if (refusal.code === 'stale_version') {
      this.say('The game has moved on. This is the current position.');
      void this.#resync();
    } else {
      this.say(refusal.message, refusal.ruling);
    }
  }

  async #try(action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await action();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#refused(error);
    } finally {
      this.busy = false;
    }
  }
}
