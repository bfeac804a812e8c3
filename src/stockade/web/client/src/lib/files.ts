// Files that people download: which there are, and how a browser is given one.
import type { FormatInfo, Position } from '../types';
import { mark, say } from './language';

export interface Offer {
  format: FormatInfo;
  title: string;
  text: string;
}

const TEXTS: Record<string, readonly [string, string]> = {
  text: [mark('Text'), mark('To read, comment on and send; can be imported again')],
  png: [mark('PNG picture'), mark('This position')],
  svg: [mark('SVG picture'), mark('This position, sharp at any size')],
  gif: [mark('GIF film'), mark('The whole game; takes up to a minute')],
  webp: [mark('WebP film'), mark('The same in a smaller file')],
  json: [mark('JSON'), mark('The log file, for the command line')],
  ndjson: [mark('NDJSON'), mark('For programs: one line for each move')],
};

/** What a person can download, in the order in which people want it. */
export function offers(formats: readonly FormatInfo[]): Offer[] {
  const names = Object.keys(TEXTS);
  return formats
    .filter(({ name, ready }) => ready && name in TEXTS)
    .sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    .map((format) => {
      const [title = '', text = ''] = TEXTS[format.name] ?? [];
      return { format, title: say(title), text: say(text) };
    });
}

/** The name of a file in the header `Content-Disposition`. */
export function fileName(header: string | null): string {
  return /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? 'stockade';
}

/** Returns a text as a position, if it is one and not a record: those say their version. */
export function positionIn(text: string): (Position & { game: string }) | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || !('game' in value) || 'stockade' in value) return null;
  return typeof value.game === 'string' ? { ...value, game: value.game } : null;
}

/** Has the browser store a file. */
export function save(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser needs the address until it has begun to store the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
