// The keys that work on each page, for the dialog that lists them.

import type { Route } from './routes';

export type Key = readonly [keys: string, does: string];

const EVERYWHERE: readonly Key[] = [
  ['Tab', 'Go to the next button, link or thing on the board'],
  ['Enter', 'Press it'],
  ['?', 'Show this list'],
];

const BOARD: readonly Key[] = [
  ['Arrow keys', 'Move between the things that can be touched'],
  ['Shift + arrow keys', 'Move between everything that can be explained'],
  ['Enter or Space', 'Touch it'],
  ['R, Shift + R', 'Turn what you are placing'],
  ['Esc', 'Take back a touch, or close what is open'],
  ['+ and −', 'Zoom'],
  ['/', 'Type a move'],
  ['F', 'Show the whole board, or your own part'],
];

const CATCHING_UP: readonly Key[] = [
  ['← →', 'While you catch up: one move back or on'],
  ['Esc', 'While you catch up: skip the rest'],
];

const REPLAY: readonly Key[] = [
  ['← →', 'One move back or on'],
  ['Home, End', 'To the beginning or the end'],
  ['Space', 'Play or pause'],
];

/** Returns the keys that work on a page. */
export function keysOn(page: Route['page']): readonly Key[] {
  if (page === 'table') return [...BOARD, ...CATCHING_UP, ...EVERYWHERE];
  if (page === 'replay') return [...REPLAY, ...EVERYWHERE];
  return page === 'learn' ? [...BOARD, ...EVERYWHERE] : EVERYWHERE;
}
