import { withGhost } from '../board/selection';
import type { Answer, Choice, Hints, MatchView, Order, Outgoing, Refusal, Scene, SeatChange, Shape } from '../types';
import { account } from './account.svelte';
import { api, ApiError } from './api';
import { callToTable } from './attention';
import { backoff } from './backoff';
import { missedIn, type Missed } from './catchup';
import { capital, say } from './language';
import { lastPly } from './plies';
import { router } from './router.svelte';
import { tablePath } from './routes';
import { Live, type Connection } from './socket';
import { Talk } from './talk.svelte';

type Wish = Extract<Outgoing, { version: number }>;

const PATIENCE = 5_000;
const NOTICE_MS = 6_000;
const SEEN_MS = 800; // a position that was on the screen this long has been seen

/** Matches that were created on this page: nobody has missed anything in them. */
const begun = new Set<string>();
export const begin = (id: string): void => void begun.add(id);

/** One match as this browser sees it, and the requests it can make. */
export class Table {
  readonly id: string;
  readonly talk: Talk;
  view: MatchView | null = $state.raw(null);
  connection: Connection = $state('connecting');
  /** Why the match cannot be shown at all. */
  failure = $state('');
  notice: { text: string; ruling: string } | null = $state.raw(null);
  hint: Hints | null = $state.raw(null);
  busy = $state(false);
  /** What happened since this player last looked, until they have caught up. */
  missed: Missed | null = $state.raw(null);
  /** When the view arrived, for clocks that run. */
  arrived = $state(0);

  /** The choice that was sent: shown as done until the server answers. */
  #played: Choice | null = $state.raw(null);
  #pending: Wish | null = null;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #seen = 0;
  #writing: Promise<void> = Promise.resolve();
  #seenTimer: ReturnType<typeof setTimeout> | undefined;
  #live: Live;
  #shape: Shape;
  #closed = false;

  constructor(id: string, shape: Shape) {
    this.id = id;
    this.talk = new Talk(id);
    this.#shape = shape;
    this.#live = this.#line();
    document.addEventListener('visibilitychange', this.#look);
    void account.seated.then(() => this.#load(0));
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

  /** Whether people on other devices play too. */
  readonly hasOthers: boolean = $derived(
    this.view?.seats.some((seat) => seat.kind === 'human' && !this.view?.yours.includes(seat.seat)) ?? false,
  );

  /** Whether several people play on this device. */
  readonly isShared: boolean = $derived((this.view?.yours.length ?? 0) > 1);

  /** The choices that a bot recommends, the best first, and what it expects of each. */
  readonly hinted: { choice: Choice; worth: string }[] = $derived(
    (this.hint?.hints ?? []).flatMap(({ action, worth }) => {
      const choice = this.scene?.choices.find((other) => other.action === action);
      return choice ? [{ choice, worth }] : [];
    }),
  );

  /** Whether this player could not take a choice back without asking another person. */
  isCostly(choice: Choice): boolean {
    return Boolean(choice.final && this.hasOthers && this.view?.policy.undo !== 'free');
  }

  name(seat: number | null): string {
    const panel = this.view?.scene.panels.find((other) => other.seat === seat);
    const who = this.view?.seats.find((other) => other.seat === seat);
    return (
      who?.name ||
      panel?.title ||
      (seat === null || seat < 0 ? say('Chance') : say('Seat {number}', { number: seat + 1 }))
    );
  }

  close(): void {
    this.#closed = true;
    this.#live.close();
    document.removeEventListener('visibilitychange', this.#look);
    for (const timer of [this.#waiting, this.#noticeTimer, this.#retry, this.#seenTimer]) clearTimeout(timer);
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
      this.#accept(await api.play(this.id, this.#shape, this.view.version, text));
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
    if (!this.view) return;
    if (answer && this.isShared) return void this.#answerForAll('undo', answer);
    // People on one device take back the last move that one of them made.
    const last = this.view.log.findLast((entry) => this.view?.yours.includes(entry.seat));
    const seat = this.isShared ? last?.seat : undefined;
    this.#send({ type: 'undo', version: this.view.version, answer, seat });
  }

  draw(answer?: Answer): void {
    if (!this.view) return;
    if (answer && this.isShared) return void this.#answerForAll('draw', answer);
    this.#send({ type: 'draw', version: this.view.version, answer });
  }

  resign(): void {
    if (this.view) this.#send({ type: 'resign', version: this.view.version });
  }

  async askHint(): Promise<void> {
    const { view } = this;
    if (!view) return;
    await this.#try(async () => {
      const hint = await api.hint(this.id, view.version);
      if (this.view?.scene.ply === view.scene.ply) this.hint = hint;
    });
  }

  async rematch(): Promise<void> {
    await this.#try(async () => {
      if (!this.view) return;
      const seated = await api.rematch(this.id, this.view.version);
      begin(seated.id);
      router.go(tablePath(seated.id));
    });
  }

  /** Sits down, under this name if one is given. */
  async takeSeat(seat: number, name?: string): Promise<void> {
    await this.#try(async () => {
      if (name === undefined) await account.arrive();
      else await account.choose(name);
      await api.join(this.id, account.name, seat);
      begin(this.id);
      await this.#reconnect();
    });
  }

  /** Stands up before the match begins, or leaves a match that goes on. */
  async leave(): Promise<void> {
    await this.#try(async () => {
      if (!this.view) return;
      const { status, version, you, yours } = this.view;
      await api.leave(this.id, this.#shape, version, you ?? yours[0]);
      // Somebody who stays connected is not absent.
      if (status === 'live') router.go('/');
      else await this.#reconnect();
    });
  }

  changeSeat(seat: number, change: SeatChange): Promise<void> {
    return this.#write((shape, version) => api.changeSeat(this.id, shape, version, seat, change));
  }

  cancel(): Promise<void> {
    return this.#write((shape, version) => api.cancel(this.id, shape, version));
  }

  /** Lets a bot play for an absent player. */
  standIn(seat: number): Promise<void> {
    return this.#write((shape, version) => api.standIn(this.id, shape, version, seat));
  }

  /** Claims the win against an absent player. */
  claim(seat: number): Promise<void> {
    return this.#write((shape, version) => api.claimWin(this.id, shape, version, seat));
  }

  /** Takes one's seat back from the bot that played in the meantime. */
  takeBack(): Promise<void> {
    return this.#write((shape) => api.takeBack(this.id, shape));
  }

  /** Gives an order, or takes it back. */
  order({ name, occasion }: Order, on: boolean, amount: number | null = null): Promise<void> {
    return this.#write((shape) => api.order(this.id, shape, { name, occasion, on, amount }));
  }

  /** Leaves the guide, or comes back to it. */
  guide(on: boolean): Promise<void> {
    return this.#write((shape, version) => api.guide(this.id, shape, version, on));
  }

  /** The player has seen what they missed, or does not want to. */
  caughtUp(): void {
    this.missed = null;
    this.#look();
  }

  tell(text: string, ruling = ''): void {
    clearTimeout(this.#noticeTimer);
    this.notice = { text, ruling };
    this.#noticeTimer = setTimeout(() => (this.notice = null), NOTICE_MS);
  }

  // Connection ------------------------------------------------------------------------------------------------

  #line(): Live {
    return new Live(this.id, this.#shape, {
      view: (view) => this.#accept(view),
      refused: (refusal) => this.#refused(refusal),
      talk: (room, no) => this.talk.heard(room, no),
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
      this.#accept(await api.view(this.id, this.#shape));
      if (!this.#closed) this.#live.connect();
    } catch (error) {
      if (this.#closed || !(error instanceof ApiError)) return;
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
      this.#accept(await api.view(this.id, this.#shape));
    } catch {
      // The connection recovers by itself and then brings the current view.
    }
  }

  #accept(view: MatchView): void {
    const before = this.view;
    if (this.#closed || (before && view.version < before.version)) return;
    const wasYours = this.yourTurn;
    this.view = view;
    this.arrived = performance.now();
    if (!before && !begun.has(this.id)) this.missed = missedIn(view);
    // A player who moves has seen enough.
    const moved = before && view.log.length > before.log.length;
    if (this.missed && moved && view.yours.includes(view.log.at(-1)?.seat ?? -1)) this.missed = null;
    this.#look();
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
    if (before.draw_offered_by === view.you && view.draw_offered_by === null) this.tell(say('Draw offer declined.'));
    // If the undo was granted, the log is shorter.
    if (before.undo.asked_by === view.you && view.undo.asked_by === null && view.log.length >= before.log.length) {
      this.tell(say('Undo request declined.'));
    }
  }

  /** Tells the server how much of the log was on the screen, once it has been there for a moment. */
  #look = (): void => {
    clearTimeout(this.#seenTimer);
    const ply = lastPly(this.view?.log ?? []);
    if (document.hidden || this.missed || !this.view?.yours.length || ply === this.#seen) return;
    this.#seenTimer = setTimeout(() => {
      this.#seen = ply;
      // If this fails, the player is shown more than they missed.
      api.seen(this.id, ply).catch(() => {});
    }, SEEN_MS);
  };

  /** Opens a new connection, because which seats it is for is fixed when it opens. */
  async #reconnect(): Promise<void> {
    this.#live.close();
    this.#live = this.#line();
    await this.#load(0);
  }

  /** Makes a change by HTTP, after those that are still under way. */
  #write(change: (shape: Shape, version: number) => Promise<MatchView>): Promise<void> {
    const one = async () => {
      if (this.view) this.#accept(await change(this.#shape, this.view.version));
    };
    this.#writing = this.#writing.catch(() => {}).then(() => this.#try(one));
    return this.#writing;
  }

  /** Answers for everybody who plays on this device. */
  #answerForAll(what: 'undo' | 'draw', answer: Answer): Promise<void> {
    return this.#try(async () => {
      for (const seat of this.view?.yours ?? []) {
        const view: MatchView | null = this.view;
        const asked = what === 'undo' ? view?.undo.asked_by : view?.draw_offered_by;
        if (!view || view.status !== 'live' || asked === null || asked === seat) continue;
        this.#accept(await api[what](this.id, this.#shape, view.version, answer, seat));
      }
    });
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
    const shape = this.#shape;
    try {
      const view =
        wish.type === 'play'
          ? await api.play(id, shape, wish.version, wish.action)
          : wish.type === 'undo'
            ? await api.undo(id, shape, wish.version, wish.answer, wish.seat)
            : wish.type === 'draw'
              ? await api.draw(id, shape, wish.version, wish.answer, wish.seat)
              : await api.resign(id, shape, wish.version);
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
      this.tell(say('The game has moved on. This is the current position.'));
      void this.#resync();
    } else {
      this.tell(capital(refusal.message), refusal.ruling);
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
