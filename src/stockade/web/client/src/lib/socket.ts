import { immutableJSONPatch, type JSONPatchDocument } from 'immutable-json-patch';
import type { Incoming, MatchView, Outgoing, Refusal, Room, Shape } from '../types';
import { backoff } from './backoff';
import { language } from './language';

export type Connection = 'connecting' | 'live' | 'lost';

interface Handlers {
  view: (view: MatchView) => void;
  refused: (refusal: Refusal) => void;
  /** Something was said in a room, or has changed there; `no` is the number of the last change. */
  talk: (room: Room, no: number) => void;
  state: (state: Connection) => void;
  /** The server refused the connection; a plain HTTP request will tell why. */
  turnedAway: () => void;
}

/** Close codes that the server uses. */
const BAD_TOKEN = 4401;
const UNKNOWN_MATCH = 4404;
const REFUSED = 4409;
const RESTARTING = 1012;

/** How often to try to reconnect to a server that restarts before calling the connection lost: for some seconds. */
const QUIET_TRIES = 4;

const PING_EVERY = 20_000;
const PONG_WITHIN = 8_000;

/**
 * The live connection to one match. It reconnects by itself and asks only for newer versions. The server decides at the
 * start of a connection which seats it is for: somebody who has just sat down needs a new one.
 */
export class Live {
  shape: Shape;
  /** The newest version seen, from any source. */
  version: number | undefined;

  #id: string;
  #handlers: Handlers;
  #socket: WebSocket | undefined;
  /** The view that the server sent last, to which its patches apply. */
  #base: MatchView | undefined;
  #attempt = 0;
  /** The server said that it restarts, and has not been back since. */
  #restarting = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #pong: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor(id: string, shape: Shape, handlers: Handlers) {
    this.#id = id;
    this.shape = shape;
    this.#handlers = handlers;
    addEventListener('online', this.#now);
    addEventListener('offline', this.#drop);
    document.addEventListener('visibilitychange', this.#seen);
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#hangUp();
    if (this.#attempt === 0) this.#handlers.state('connecting');
    const query = new URLSearchParams({ language });
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/matches/${encodeURIComponent(this.#id)}/live?${query}`,
    );
    this.#socket = socket;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#base = undefined;
      this.send({ type: 'join', token: null, shape: this.shape, version: this.version ?? null, patches: true });
      this.#restarting = false;
      this.#handlers.state('live');
      this.#ping = setInterval(() => this.#check(), PING_EVERY);
    };
    socket.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Incoming);
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#restarting ||= event.code === RESTARTING;
      if ([BAD_TOKEN, UNKNOWN_MATCH, REFUSED].includes(event.code)) this.#handlers.turnedAway();
      else this.#lose();
    };
  }

  /** Sends a message. Returns false if the connection is down; the caller then uses HTTP. */
  send(message: Outgoing): boolean {
    if (!this.open) return false;
    this.#socket?.send(JSON.stringify(message));
    return true;
  }

  reshape(shape: Shape): boolean {
    this.shape = shape;
    return this.send({ type: 'shape', shape });
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#hangUp();
    removeEventListener('online', this.#now);
    removeEventListener('offline', this.#drop);
    document.removeEventListener('visibilitychange', this.#seen);
  }

  #hear(message: Incoming): void {
    clearTimeout(this.#pong);
    if (message.type === 'view') this.#show(message.view);
    else if (message.type === 'patch') this.#patch(message.patch as JSONPatchDocument);
    else if (message.type === 'error') this.#handlers.refused(message);
    else if (message.type === 'talk') this.#handlers.talk(message.room, message.no);
    // A pong with a newer version means that a view was lost: reconnect from the version we have.
    else if (message.type === 'pong' && this.version !== undefined && (message.version ?? 0) > this.version)
      this.connect();
  }

  #show(view: MatchView): void {
    this.#base = view;
    this.#handlers.view(view);
  }

  /** Applies a change to the view that the server sent last. What does not change stays the same object. */
  #patch(patch: JSONPatchDocument): void {
    try {
      if (!this.#base) throw new Error('no view to patch');
      this.#show(immutableJSONPatch(this.#base, patch) as MatchView);
    } catch {
      this.#base = undefined;
      this.send({ type: 'view' });
    }
  }

  #check(): void {
    if (!this.send({ type: 'ping' })) return;
    clearTimeout(this.#pong);
    this.#pong = setTimeout(() => this.#lose(), PONG_WITHIN);
  }

  #lose(): void {
    this.#hangUp();
    if (this.#closed) return;
    this.#handlers.state(this.#restarting && this.#attempt < QUIET_TRIES ? 'connecting' : 'lost');
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.connect(), backoff(this.#attempt));
    this.#attempt += 1;
  }

  #hangUp(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#pong);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #now = (): void => {
    if (!this.open) this.connect();
  };

  #drop = (): void => this.#lose();

  // After a phone has slept, its socket may be dead but still look open, so check it when the page becomes visible.
  #seen = (): void => {
    if (document.hidden) return;
    if (this.open) this.#check();
    else this.connect();
  };
}
