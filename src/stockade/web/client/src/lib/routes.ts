// The addresses of the client, as plain functions that do not need a browser.

export type Route =
  | { page: 'shelf' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; ply: number; viewer: number | null }
  | { page: 'variations'; id: string; ply: number; tree: number; move: number | null }
  | { page: 'learn'; game: string }
  | { page: 'lab'; game: string; id: string | null; ply: number }
  | { page: 'account' }
  | { page: 'link' }
  | { page: 'person'; id: string }
  | { page: 'ratings'; game: string; players: number | null }
  | { page: 'puzzles' }
  | { page: 'puzzle'; game: string; number: number }
  | { page: 'openings'; game: string; moves: string[] }
  | { page: 'missing' };

/** Returns the page of an address: a path, and perhaps a query. */
export function parse(address: string): Route {
  const [pathname = '', query = ''] = address.split('?');
  const parts = pathname.split('/').filter(Boolean).map(decode);
  if (parts.length === 0) return { page: 'shelf' };
  const [head, name = '', tail = ''] = parts;
  if (head === 'm' && parts.length === 2) return { page: 'table', id: name };
  if (head === 'm' && parts.length === 3 && /^\d+$/.test(tail))
    return { page: 'replay', id: name, ply: Number(tail), viewer: numberIn(query, 'viewer') };
  if (head === 'm' && parts.length === 4 && /^\d+$/.test(tail) && parts[3] === 'variations')
    return {
      page: 'variations',
      id: name,
      ply: Number(tail),
      tree: numberIn(query, 'tree') ?? 0,
      move: numberIn(query, 'move', Infinity),
    };
  if (head === 'learn' && parts.length === 2) return { page: 'learn', game: name };
  if (head === 'lab' && parts.length === 2) return { page: 'lab', game: name, id: null, ply: 0 };
  if (head === 'lab' && parts.length === 4 && /^\d+$/.test(parts[3] ?? ''))
    return { page: 'lab', game: name, id: tail, ply: Number(parts[3]) };
  if (head === 'account' && parts.length === 1) return { page: 'account' };
  if (head === 'link' && parts.length === 1) return { page: 'link' };
  if (head === 'people' && parts.length === 2) return { page: 'person', id: name };
  if (head === 'ratings' && parts.length <= 3 && /^\d*$/.test(tail))
    return { page: 'ratings', game: name, players: tail ? Number(tail) : null };
  if (head === 'puzzles' && parts.length === 1) return { page: 'puzzles' };
  if (head === 'puzzles' && parts.length === 3 && /^\d+$/.test(tail))
    return { page: 'puzzle', game: name, number: Number(tail) };
  if (head === 'openings' && parts.length === 2) {
    const moves = new URLSearchParams(query).getAll('move');
    return { page: 'openings', game: name, moves };
  }
  return { page: 'missing' };
}

const MOST = 99; // seats, or trees of variations
function numberIn(query: string, name: string, most = MOST): number | null {
  const text = new URLSearchParams(query).get(name) ?? '';
  return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const tablePath = (id: string) => `/m/${encodeURIComponent(id)}`;
/** The address of a moment, seen from a seat if one is given. */
export const replayPath = (id: string, ply: number, viewer: number | null = null) =>
  `${tablePath(id)}/${ply}${viewer === null ? '' : `?viewer=${viewer}`}`;
/** The variations of a match: at a moment, or at a move of one of the trees. */
export const variationsPath = (id: string, ply: number, tree = 0, move: number | null = null) =>
  `${replayPath(id, ply)}/variations${move === null ? '' : `?tree=${tree}&move=${move}`}`;
export const accountPath = '/account';
export const personPath = (id: string) => `/people/${encodeURIComponent(id)}`;
export const ratingsPath = (game = '', players?: number) =>
  ['/ratings', game && encodeURIComponent(game), players].filter(Boolean).join('/');
/** The lesson of a game, or one of its sections. */
export const learnPath = (game: string, section = '') =>
  `/learn/${encodeURIComponent(game)}${section && `#${encodeURIComponent(section)}`}`;
/** The lab of a game, with its opening or with a moment of a match. */
export const labPath = (game: string, id?: string, ply = 0) =>
  ['/lab', encodeURIComponent(game), ...(id ? [encodeURIComponent(id), ply] : [])].join('/');
export const puzzlesPath = '/puzzles';
export const puzzlePath = (game: string, number: number) => `/puzzles/${encodeURIComponent(game)}/${number}`;
/** The openings of a game, after some moves if it has a book. */
export const openingsPath = (game: string, moves: readonly string[] = []) =>
  `/openings/${encodeURIComponent(game)}${moves.length ? `?${moves.map((move) => `move=${encodeURIComponent(move)}`).join('&')}` : ''}`;
