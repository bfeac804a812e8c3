import type {
  Answer,
  GameInfo,
  Hints,
  Lesson,
  MatchSummary,
  MatchView,
  NewMatch,
  PersonalRecord,
  Position,
  PositionView,
  Refusal,
  Scene,
  Seated,
  Shape,
  Sign,
  Status,
} from '../types';

/** The server refused a request, or could not be reached (code `offline`). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly ruling: string;
  readonly version: number | null;

  constructor(status: number, refusal: Partial<Refusal>) {
    super(refusal.message || 'Something went wrong.');
    this.status = status;
    this.code = refusal.code ?? 'unknown';
    this.ruling = refusal.ruling ?? '';
    this.version = refusal.version ?? null;
  }
}

interface Ask {
  method?: 'GET' | 'POST';
  body?: unknown;
  token?: string | null;
}

interface PositionAsk {
  action?: number | string;
  /** resolve chance if it is next */
  roll?: boolean;
  /** the seat whose perspective is drawn */
  viewer?: number | null;
  shape: Shape;
}

async function send(path: string, { method = 'GET', body, token }: Ask): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, {
      code: 'offline',
      message: 'The server cannot be reached. Check your connection and try again.',
    });
  }
  if (!response.ok) {
    const refusal: Partial<Refusal> = await response.json().catch(() => ({}));
    throw new ApiError(response.status, {
      ...refusal,
      message: refusal.message || `Something went wrong (error ${response.status}). Try again.`,
    });
  }
  return response;
}

async function ask<T>(path: string, request: Ask = {}): Promise<T> {
  return (await send(path, request)).json() as Promise<T>;
}

const post = <T>(path: string, body: unknown, token?: string | null) => ask<T>(path, { method: 'POST', body, token });

const match = (id: string) => `/matches/${encodeURIComponent(id)}`;
const gamePath = (game: string) => `/games/${encodeURIComponent(game)}`;

export const api = {
  games: () => ask<GameInfo[]>('/games'),
  game: (game: string) => ask<GameInfo>(gamePath(game)),
  art: async (game: string) => (await send(`${gamePath(game)}/art`, {})).text(),
  legend: (game: string) => ask<Sign[]>(`${gamePath(game)}/legend`),
  learn: (game: string, shape: Shape) => ask<Lesson>(`${gamePath(game)}/learn?shape=${shape}`),
  position: (game: string, position: Position, ask: PositionAsk) =>
    post<PositionView>(`${gamePath(game)}/position`, { position, ...ask }),

  records: (held: { id: string; token: string }[]) => post<PersonalRecord[]>('/records', held),

  matches: (status: Status) => ask<MatchSummary[]>(`/matches?status=${status}`),
  create: (wish: NewMatch) => post<Seated>('/matches', wish),
  view: (id: string, token: string | null, shape: Shape) => ask<MatchView>(`${match(id)}?shape=${shape}`, { token }),
  join: (id: string, name: string, seat?: number) =>
    post<Seated>(`${match(id)}/join`, { name: name || undefined, seat }),
  play: (id: string, token: string | null, shape: Shape, version: number, action: number | string) =>
    post<MatchView>(`${match(id)}/actions?shape=${shape}`, { version, action }, token),
  undo: (id: string, token: string | null, shape: Shape, version: number, answer?: Answer | null) =>
    post<MatchView>(`${match(id)}/undo?shape=${shape}`, { version, answer }, token),
  draw: (id: string, token: string | null, shape: Shape, version: number, answer?: Answer | null) =>
    post<MatchView>(`${match(id)}/draw?shape=${shape}`, { version, answer }, token),
  resign: (id: string, token: string | null, shape: Shape, version: number) =>
    post<MatchView>(`${match(id)}/resign?shape=${shape}`, { version }, token),
  hint: (id: string, token: string | null, version: number) => post<Hints>(`${match(id)}/hint`, { version }, token),
  scene: (id: string, ply: number, shape: Shape, token: string | null) =>
    ask<Scene>(`${match(id)}/scenes/${ply}?shape=${shape}`, { token }),
  rematch: (id: string, token: string | null, version: number) =>
    post<Seated>(`${match(id)}/rematch`, { version }, token),
};
