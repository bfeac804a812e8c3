// The addresses of the client, as plain functions that do not need a browser.

export type Route =
  | { page: 'shelf' }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string; ply: number }
  | { page: 'learn'; game: string }
  | { page: 'account' }
  | { page: 'link' }
  | { page: 'person'; id: string }
  | { page: 'ratings'; game: string; players: number | null }
  | { page: 'missing' };

export function parse(pathname: string): Route {
  const parts = pathname.split('/').filter(Boolean).map(decode);
  if (parts.length === 0) return { page: 'shelf' };
  const [head, name = '', tail = ''] = parts;
  if (head === 'm' && parts.length === 2) return { page: 'table', id: name };
  if (head === 'm' && parts.length === 3 && /^\d+$/.test(tail)) return { page: 'replay', id: name, ply: Number(tail) };
  if (head === 'learn' && parts.length === 2) return { page: 'learn', game: name };
  if (head === 'account' && parts.length === 1) return { page: 'account' };
  if (head === 'link' && parts.length === 1) return { page: 'link' };
  if (head === 'people' && parts.length === 2) return { page: 'person', id: name };
  if (head === 'ratings' && parts.length <= 3 && /^\d*$/.test(tail))
    return { page: 'ratings', game: name, players: tail ? Number(tail) : null };
  return { page: 'missing' };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const tablePath = (id: string) => `/m/${encodeURIComponent(id)}`;
export const replayPath = (id: string, ply: number) => `${tablePath(id)}/${ply}`;
export const accountPath = '/account';
export const personPath = (id: string) => `/people/${encodeURIComponent(id)}`;
export const ratingsPath = (game = '', players?: number) =>
  ['/ratings', game && encodeURIComponent(game), players].filter(Boolean).join('/');
export const learnPath = (game: string) => `/learn/${encodeURIComponent(game)}`;
