import type {
  AnalysisView,
  Answer,
  BookPage,
  Comment,
  DeviceLink,
  FormatInfo,
  DraftChange,
  DraftView,
  GameInfo,
  Hints,
  Imported,
  KeyInfo,
  Leaders,
  Lesson,
  LineView,
  Mark,
  MatchPage,
  MatchSummary,
  MatchView,
  Me,
  NewMatch,
  PasskeyInfo,
  PasskeyOptions,
  NewOrder,
  NoticeChange,
  NoticeChannel,
  NoticeLine,
  NoticeSettings,
  Openings,
  PersonalRecord,
  Position,
  PositionView,
  Profile,
  ProgramKey,
  PushKeys,
  PuzzleShelf,
  PuzzleSolution,
  PuzzleVerdict,
  PuzzleView,
  Refusal,
  Room,
  Scene,
  Scope,
  SeatChange,
  Seated,
  SeatRating,
  Shape,
  Sign,
  Status,
  TalkLine,
  TalkPage,
  Thoughts,
  TreeView,
  Variation,
  WebhookKey,
} from '../types';
import { fileName } from './files';
import { readEvents } from './events';
import { capital, language, say } from './language';

/** The server refused a request, or could not be reached (code `offline`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly ruling: string;
  readonly version: number | null;

  constructor(status: number, refusal: Partial<Refusal>) {
    super(refusal.message ? capital(refusal.message) : say('Something went wrong.'));
    this.status = status;
    this.code = refusal.code ?? 'unknown';
    this.ruling = refusal.ruling ?? '';
    this.version = refusal.version ?? null;
  }
}

/** Why a page about a game cannot be shown. The names of all games help programs, but not people who follow a link. */
export function pageFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  return error.code === 'unknown_game' ? say('There is no such game.') : error.message;
}

interface Ask {
  method?: 'GET' | 'POST';
  body?: unknown;
  signal?: AbortSignal;
}

interface PositionAsk {
  action?: number | string;
  /** resolve chance if it is next */
  roll?: boolean;
  /** the seat whose perspective is drawn */
  viewer?: number | null;
  shape: Shape;
}

async function send(path: string, { method = 'GET', body, signal }: Ask): Promise<Response> {
  const headers: Record<string, string> = { 'Accept-Language': language };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, {
      code: 'offline',
      message: say('The server cannot be reached. Check your connection and try again.'),
    });
  }
  if (!response.ok) {
    const refusal: Partial<Refusal> = await response.json().catch(() => ({}));
    throw new ApiError(response.status, {
      ...refusal,
      message: refusal.message || say('Something went wrong (error {status}). Try again.', { status: response.status }),
    });
  }
  return response;
}

async function ask<T>(path: string, request: Ask = {}): Promise<T> {
  return (await send(path, request)).json() as Promise<T>;
}

const post = <T>(path: string, body: unknown) => ask<T>(path, { method: 'POST', body });

/** Sends a request whose answer is empty. */
const tell = async (path: string, body: unknown = {}): Promise<void> => {
  await send(path, { method: 'POST', body });
};

/** Sends a request that is answered by a stream of events, and yields the data of each. */
async function* events<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T> {
  const response = await send(path, { method: 'POST', body, signal });
  if (!response.body) return;
  for await (const event of readEvents(response.body.pipeThrough(new TextDecoderStream()))) {
    if (event.name === 'refused') throw new ApiError(0, JSON.parse(event.data) as Refusal);
    yield JSON.parse(event.data) as T;
  }
}

const message = (id: string, no: number) => `${match(id)}/messages/${no}`;
const match = (id: string) => `/matches/${encodeURIComponent(id)}`;
const lookOf = (shape: Shape, viewer: number | null) => `shape=${shape}${viewer === null ? '' : `&viewer=${viewer}`}`;

/** A picture of a moment, with its words in the reader's language. */
const picture = (id: string, ply: number, shape: Shape, viewer: number | null) =>
  `${match(id)}/pictures/${ply}.svg?${lookOf(shape, viewer)}&language=${language}`;
const gamePath = (game: string) => `/games/${encodeURIComponent(game)}`;

/** One page of a person's own matches. */
export interface Listing {
  status: Status[];
  game?: string;
  hidden?: boolean;
  after?: string;
  limit?: number;
}

function queryOf({ status, ...rest }: Listing): string {
  const query = new URLSearchParams(status.map((each) => ['status', each]));
  for (const [name, value] of Object.entries(rest)) if (value) query.set(name, String(value));
  return query.toString();
}

export const api = {
  games: () => ask<GameInfo[]>('/games'),
  game: (game: string) => ask<GameInfo>(gamePath(game)),
  art: async (game: string) => (await send(`${gamePath(game)}/art`, {})).text(),
  legend: (game: string) => ask<Sign[]>(`${gamePath(game)}/legend`),
  learn: (game: string, shape: Shape) => ask<Lesson>(`${gamePath(game)}/learn?shape=${shape}`),
  position: (game: string, position: Position, ask: PositionAsk) =>
    post<PositionView>(`${gamePath(game)}/position`, { position, ...ask }),

  opening: (game: string, players: number | null, shape: Shape) =>
    post<PositionView>(`${gamePath(game)}/opening`, { players, shape }),
  draft: (game: string, position: Position, ask: { change?: DraftChange; viewer?: number | null; shape: Shape }) =>
    post<DraftView>(`${gamePath(game)}/draft`, { position, ...ask }),
  think: (game: string, position: Position, seconds: number, signal: AbortSignal) =>
    events<Thoughts>(`${gamePath(game)}/think`, { position, seconds }, signal),

  me: async () => (await ask<{ me: Me | null }>('/me')).me,
  name: (name: string) => post<Me>('/me', { name }),
  claim: (name: string, password: string) => post<Me>('/me/claim', { name, password }),
  signIn: (name: string, password: string) => post<Me>('/me/sign-in', { name, password }),
  speak: () => tell('/me/language'),
  signOut: () => tell('/me/sign-out'),
  link: () => post<DeviceLink>('/me/link', {}),
  useLink: (key: string) => post<Me>('/me/use-link', { key }),
  keys: () => ask<KeyInfo[]>('/me/keys'),
  addKey: (label: string, scopes: Scope[]) => post<ProgramKey>('/me/keys', { label, scopes }),
  endKey: (id: string) => tell(`/me/keys/${encodeURIComponent(id)}/end`),
  deleteMe: () => tell('/me/delete'),
  adopt: (seats: { id: string; token: string }[]) => post<number>('/me/adopt', seats),
  records: () => ask<PersonalRecord[]>('/me/records'),
  ownMatches: (listing: Listing) => ask<MatchPage>(`/me/matches?${queryOf(listing)}`),

  notices: () => ask<NoticeSettings>('/me/notices'),
  changeNotices: (change: NoticeChange) => post<NoticeSettings>('/me/notices', change),
  askAddress: (address: string) => post<NoticeSettings>('/me/notices/mail', { address }),
  confirmAddress: (code: string) => post<NoticeSettings>('/me/notices/mail/confirm', { code }),
  removeAddress: () => post<NoticeSettings>('/me/notices/mail/remove', {}),
  addPush: (keys: PushKeys) => post<NoticeSettings>('/me/notices/push', keys),
  endPush: (endpoint: string) => post<NoticeSettings>('/me/notices/push/end', { endpoint }),
  addWebhook: (url: string) => post<WebhookKey>('/me/notices/webhooks', { url }),
  endWebhook: (id: string) => tell(`/me/notices/webhooks/${encodeURIComponent(id)}/end`),
  testNotice: (channel: NoticeChannel) => post<NoticeLine[]>('/me/notices/test', { channel }),
  noticeLog: (limit: number) => ask<NoticeLine[]>(`/me/notices/log?limit=${limit}`),

  lobby: (status: 'waiting' | 'live', game?: string) =>
    ask<MatchSummary[]>(`/matches?status=${status}${game ? `&game=${encodeURIComponent(game)}` : ''}`),
  create: (wish: NewMatch) => post<Seated>('/matches', wish),
  view: (id: string, shape: Shape) => ask<MatchView>(`${match(id)}?shape=${shape}`),
  join: (id: string, name?: string, seat?: number) => post<Seated>(`${match(id)}/join`, { name, seat }),
  changeSeat: (id: string, shape: Shape, version: number, seat: number, change: SeatChange) =>
    post<MatchView>(`${match(id)}/seats/${seat}?shape=${shape}`, { version, ...change }),
  cancel: (id: string, shape: Shape, version: number) =>
    post<MatchView>(`${match(id)}/cancel?shape=${shape}`, { version }),
  leave: (id: string, shape: Shape, version: number, seat?: number) =>
    post<MatchView>(`${match(id)}/leave?shape=${shape}`, { version, seat }),
  standIn: (id: string, shape: Shape, version: number, seat: number) =>
    post<MatchView>(`${match(id)}/seats/${seat}/stand-in?shape=${shape}`, { version }),
  claimWin: (id: string, shape: Shape, version: number, seat: number) =>
    post<MatchView>(`${match(id)}/seats/${seat}/claim?shape=${shape}`, { version }),
  takeBack: (id: string, shape: Shape) => post<MatchView>(`${match(id)}/return?shape=${shape}`, {}),
  order: (id: string, shape: Shape, order: NewOrder) => post<MatchView>(`${match(id)}/orders?shape=${shape}`, order),
  guide: (id: string, shape: Shape, version: number, on: boolean) =>
    post<MatchView>(`${match(id)}/guide?shape=${shape}`, { version, on }),
  hide: (id: string, hidden: boolean) => tell(`${match(id)}/hide`, { hidden }),
  seen: (id: string, ply: number) => tell(`${match(id)}/seen`, { ply }),
  play: (id: string, shape: Shape, version: number, action: number | string) =>
    post<MatchView>(`${match(id)}/actions?shape=${shape}`, { version, action }),
  undo: (id: string, shape: Shape, version: number, answer?: Answer | null, seat?: number | null) =>
    post<MatchView>(`${match(id)}/undo?shape=${shape}`, { version, answer, seat }),
  draw: (id: string, shape: Shape, version: number, answer?: Answer | null, seat?: number | null) =>
    post<MatchView>(`${match(id)}/draw?shape=${shape}`, { version, answer, seat }),
  resign: (id: string, shape: Shape, version: number) =>
    post<MatchView>(`${match(id)}/resign?shape=${shape}`, { version }),
  hint: (id: string, version: number) => post<Hints>(`${match(id)}/hint`, { version }),
  scene: (id: string, ply: number, shape: Shape, viewer: number | null = null) =>
    ask<Scene>(`${match(id)}/scenes/${ply}?${lookOf(shape, viewer)}`),
  picture: async (...moment: Parameters<typeof picture>) => (await send(picture(...moment), {})).text(),
  pictureUrl: (...moment: Parameters<typeof picture>) => `/api${picture(...moment)}`,
  formats: () => ask<FormatInfo[]>('/records/formats'),
  /** Gets a match as a file. A picture shows it after `ply` actions. */
  record: async (id: string, format: string, ply: number | null, shape: Shape) => {
    const query = new URLSearchParams({ format, shape });
    if (ply !== null) query.set('ply', String(ply));
    const response = await send(`${match(id)}/record?${query}`, {});
    return { content: await response.blob(), name: fileName(response.headers.get('content-disposition')) };
  },
  comments: (id: string) => ask<Comment[]>(`${match(id)}/comments`),
  importRecord: (record: string) => post<Imported>('/records', { record }),
  positionAt: (id: string, ply: number, shape: Shape) =>
    ask<PositionView>(`${match(id)}/positions/${ply}?shape=${shape}`),
  line: (id: string, ply: number, actions: number[], roll: boolean, shape: Shape) =>
    post<LineView>(`${match(id)}/line`, { ply, actions, roll, shape }),
  analysis: (id: string) => ask<AnalysisView>(`${match(id)}/analysis`),
  analyse: (id: string, setting: 'quick' | 'deep') => post<AnalysisView>(`${match(id)}/analysis`, { setting }),
  cancelAnalysis: (id: string) => post<AnalysisView>(`${match(id)}/analysis/cancel`, {}),
  variations: (id: string) => ask<TreeView[]>(`${match(id)}/variations`),
  keepVariations: (id: string, version: number, shared: boolean, nodes: Variation[]) =>
    post<TreeView[]>(`${match(id)}/variations`, { version, shared, nodes }),
  rematch: (id: string, version: number) => post<Seated>(`${match(id)}/rematch`, { version }),

  messages: (id: string, room: Room, after: number) =>
    ask<TalkPage>(`${match(id)}/messages?room=${room}&after=${after}`),
  write: (id: string, room: Room, text: string) => post<TalkLine>(`${match(id)}/messages`, { room, text }),
  react: (id: string, no: number, mark: Mark, on: boolean) => tell(`${message(id, no)}/react`, { mark, on }),
  deleteMessage: (id: string, no: number) => tell(`${message(id, no)}/delete`),
  report: (id: string, no: number, reason: string) => tell(`${message(id, no)}/report`, { reason }),
  mute: (id: string, no: number, muted: boolean) => tell(`${match(id)}/mute`, { no, muted }),

  puzzles: () => ask<PuzzleShelf>('/puzzles'),
  nextPuzzle: (game: string, after: number) =>
    ask<{ number: number }>(`/puzzles/${encodeURIComponent(game)}/next?after=${after}`),
  puzzle: (game: string, number: number, shape: Shape) =>
    ask<PuzzleView>(`/puzzles/${encodeURIComponent(game)}/${number}?shape=${shape}`),
  answerPuzzle: (game: string, number: number, actions: number[], shape: Shape) =>
    post<PuzzleVerdict>(`/puzzles/${encodeURIComponent(game)}/${number}/answer`, { actions, shape }),
  puzzleSolution: (game: string, number: number, shape: Shape) =>
    post<PuzzleSolution>(`/puzzles/${encodeURIComponent(game)}/${number}/solution`, { shape }),
  openings: (game: string) => ask<Openings>(`${gamePath(game)}/openings`),
  book: (game: string, actions: string[], shape: Shape) => post<BookPage>(`${gamePath(game)}/book`, { actions, shape }),

  leaders: (game: string, players: number) =>
    ask<Leaders>(`/ratings?game=${encodeURIComponent(game)}&players=${players}`),
  person: (id: string, after = '') =>
    ask<Profile>(`/people/${encodeURIComponent(id)}${after ? `?after=${encodeURIComponent(after)}` : ''}`),
  seatRatings: (id: string) => ask<SeatRating[]>(`${match(id)}/ratings`),

  passkeys: () => ask<PasskeyInfo[]>('/me/passkeys'),
  passkeyOptions: () => post<PasskeyOptions>('/me/passkeys/options', {}),
  addPasskey: (id: string, credential: unknown) => post<Me>('/me/passkeys', { id, credential }),
  removePasskey: (id: string) => tell(`/me/passkeys/${encodeURIComponent(id)}/remove`),
  passkeyQuestion: () => post<PasskeyOptions>('/me/passkey-sign-in/options', {}),
  passkeySignIn: (id: string, credential: unknown) => post<Me>('/me/passkey-sign-in', { id, credential }),
};
