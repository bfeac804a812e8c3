import type { Me } from '../types';
import { api, ApiError } from './api';
import { language } from './language';
import { isSuggested, suggestedName } from './names';
import { keep, settings } from './settings.svelte';

/** Where earlier versions of the client stored the tokens of seats. */
const OLD_SEATS = 'stockade.seats';

interface OldSeat {
  id: string;
  token: string;
}

/** The person who uses this browser. The server knows them by a cookie, which scripts cannot read. */
class Account {
  /** null for a stranger, and until the server has answered */
  me: Me | null = $state.raw(null);
  /** whether the server has answered */
  isKnown = $state(false);
  readonly loaded: Promise<void>;
  /** done when requests know this person's seats: at once, unless old seats have to be taken over first */
  readonly seated: Promise<void>;
  /** a name for somebody who has not chosen one */
  readonly suggestion = settings.name || suggestedName();

  constructor() {
    const hasOldSeats = oldSeats().length > 0;
    this.loaded = this.#load();
    this.seated = hasOldSeats ? this.loaded : Promise.resolve();
  }

  /** Whether to ask for a name before this person plays with others. */
  get isNameless(): boolean {
    return !this.me || (this.me.guest && isSuggested(this.me.name) && !settings.named);
  }

  /** The name in use, or a suggestion. */
  get name(): string {
    return this.me?.name ?? this.suggestion;
  }

  /** Makes a stranger a guest. They can choose another name later. */
  async arrive(): Promise<void> {
    await this.loaded;
    if (this.me) return;
    try {
      this.me = await api.name(this.suggestion);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'name_taken') throw error;
      this.me = await api.name(suggestedName());
    }
    await this.#adopt();
  }

  /** Chooses a name, as a new guest or as the same person. An empty name stands for the suggestion. */
  async choose(name: string): Promise<void> {
    await this.loaded;
    const wanted = name.trim() || this.name;
    if (wanted !== this.me?.name) this.become(await api.name(wanted));
    keep({ named: true, name: wanted });
    await this.#adopt();
  }

  /** The server says who this is: after signing in, claiming a name or using a link. */
  become(me: Me): void {
    this.me = me;
    keep({ name: me.name, named: true });
  }

  /** Nobody is signed in on this device any more. */
  forget(): void {
    this.me = null;
    keep({ name: '', named: false });
  }

  async #load(): Promise<void> {
    try {
      this.me = await api.me();
      // What they are told while they are away is in the language that they read here.
      if (this.me && this.me.language !== language) void api.speak().catch(() => {});
      if (oldSeats().length) {
        if (!this.me) this.me = await api.name(this.suggestion);
        await this.#adopt();
      }
    } catch {
      // Without an answer this is a stranger. Whatever needs a person asks again.
    }
    this.isKnown = true;
  }

  /** Makes seats whose tokens an earlier version stored this person's own, once. */
  async #adopt(): Promise<void> {
    const held = oldSeats();
    if (!held.length) return;
    await api.adopt(held.map(({ id, token }) => ({ id, token })));
    localStorage.removeItem(OLD_SEATS);
  }
}

function oldSeats(): OldSeat[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(OLD_SEATS) ?? '[]');
    return Array.isArray(list) ? (list as OldSeat[]) : [];
  } catch {
    return [];
  }
}

export const account = new Account();
