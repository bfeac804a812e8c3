import type { Mark, Room, TalkLine } from '../types';
import { api } from './api';
import { merged, unreadIn } from './messages';

const KEY = 'stockade.talk';
const MOST_TABLES = 100; // of which this browser knows what was read

type Read = Partial<Record<Room, number>>;

/** What is said at one table. The live connection tells when there is something new, and it is fetched. */
export class Talk {
  readonly id: string;
  /** whether the server has answered */
  isKnown = $state(false);
  /** the rooms that this person may read, and the one they may write in */
  rooms: Room[] = $state.raw([]);
  writes: Room | null = $state(null);
  /** what was said last since the page was opened, for those who listen; a new object each time */
  announced = $state.raw({ text: '' });

  #lines: Partial<Record<Room, TalkLine[]>> = $state.raw({});
  /** the last message of each room that was on the screen */
  #read: Read = $state.raw({});
  #next: Partial<Record<Room, number>> = {};
  /** one request at a time, so that answers cannot overtake each other */
  #queue: Promise<void> = Promise.resolve();

  constructor(id: string) {
    this.id = id;
    this.#read = stored()[id] ?? {};
  }

  lines(room: Room): TalkLine[] {
    return this.#lines[room] ?? [];
  }

  unread(room: Room): number {
    return unreadIn(this.lines(room), this.#read[room] ?? 0);
  }

  /** Everything in a room has been on the screen. */
  read(room: Room): void {
    const last = this.lines(room).at(-1)?.no ?? 0;
    if (last <= (this.#read[room] ?? 0)) return;
    this.#read = { ...this.#read, [room]: last };
    store(this.id, this.#read);
  }

  /** The server says that there is something new. */
  heard(room: Room, no: number): void {
    void this.#then(async () => {
      if (no > (this.#next[room] ?? 0)) await this.#fetch(room);
    }).catch(() => {}); // the next message, or the next connection, brings it
  }

  /** Gets everything again: other rooms may be open now, or somebody was muted. */
  load(): Promise<void> {
    return this.#then(async () => {
      this.#next = {};
      await this.#fetch('table', true);
      for (const room of this.rooms) if (room !== 'table') await this.#fetch(room, true);
      this.#lines = Object.fromEntries(this.rooms.map((room) => [room, this.lines(room)]));
      this.isKnown = true;
    });
  }

  async write(room: Room, text: string): Promise<void> {
    const line = await api.write(this.id, room, text);
    this.#keep(room, merged(this.lines(room), [line]));
  }

  async react(line: TalkLine, mark: Mark): Promise<void> {
    const on = !line.reactions.some((reaction) => reaction.mark === mark && reaction.yours);
    await api.react(this.id, line.no, mark, on);
    await this.#then(() => this.#fetch(line.room));
  }

  async delete(line: TalkLine): Promise<void> {
    await api.deleteMessage(this.id, line.no);
    await this.#then(() => this.#fetch(line.room));
  }

  report(line: TalkLine, reason: string): Promise<void> {
    return api.report(this.id, line.no, reason);
  }

  async mute(line: TalkLine, muted: boolean): Promise<void> {
    await api.mute(this.id, line.no, muted);
    await this.load();
  }

  async #fetch(room: Room, anew = false): Promise<void> {
    const first = anew || this.#next[room] === undefined;
    let lines = anew ? [] : this.lines(room);
    const fresh: TalkLine[] = [];
    for (let more = true; more;) {
      const page = await api.messages(this.id, room, this.#next[room] ?? 0);
      const known = new Set(lines.map((line) => line.no));
      fresh.push(...page.messages.filter((line) => !known.has(line.no)));
      lines = merged(lines, page.messages);
      this.#next[room] = page.next;
      this.rooms = page.rooms;
      this.writes = page.writes;
      more = page.more;
    }
    this.#keep(room, lines);
    const said = fresh.filter((line) => line.text && !line.yours);
    if (first || !said.length) return;
    this.announced = { text: said.map((line) => `${line.name}: ${line.text}`).join('. ') };
  }

  #keep(room: Room, lines: TalkLine[]): void {
    this.#lines = { ...this.#lines, [room]: lines };
  }

  #then(task: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(task);
    this.#queue = done.catch(() => {});
    return done;
  }
}

function stored(): Record<string, Read> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Read>;
  } catch {
    return {};
  }
}

/** Notes what was read at a table. The tables read last are kept. */
function store(id: string, read: Read): void {
  const others = Object.entries(stored()).filter(([other]) => other !== id);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...others, [id, read]].slice(-MOST_TABLES))));
  } catch {
    // Private windows may forbid storage; everything is then new at the next visit.
  }
}
