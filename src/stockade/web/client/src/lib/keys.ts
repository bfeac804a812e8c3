// The keys that work on each page, for the dialog that lists them.

import { say } from './language';
import type { Route } from './routes';

export type Key = readonly [keys: string, does: string];

const EVERYWHERE: readonly Key[] = [
  ['Tab', say('Go to the next button, link or thing on the board')],
  ['Enter', say('Press it')],
  ['?', say('Show this list')],
];

const BOARD: readonly Key[] = [
  [say('Arrow keys'), say('Move between the things that can be touched')],
  [say('Shift + arrow keys'), say('Move between everything that can be explained')],
  [say('Enter or Space'), say('Touch it')],
  [say('R, Shift + R'), say('Turn what you are placing')],
  ['Esc', say('Take back a touch, or close what is open')],
  [say('+ and −'), say('Zoom')],
  ['/', say('Type a move')],
  ['F', say('Show the whole board, or your own part')],
];

const CATCHING_UP: readonly Key[] = [
  ['← →', say('While you catch up: one move back or on')],
  ['Esc', say('While you catch up: skip the rest')],
];

const REPLAY: readonly Key[] = [
  ['← →', say('One move back or on')],
  [say('Home, End'), say('To the beginning or the end')],
  [say('Space'), say('Play or pause')],
  ['/', say('Search the moves')],
  [say('Page Up, Page Down'), say('On the slider: to the next or previous mark')],
  [say('+ and −'), say('Zoom')],
  ['F', say('Show the whole board, or your own part')],
];

/** Returns the keys that work on a page. */
export function keysOn(page: Route['page']): readonly Key[] {
  if (page === 'table') return [...BOARD, ...CATCHING_UP, ...EVERYWHERE];
  if (page === 'replay') return [...REPLAY, ...EVERYWHERE];
  return page === 'learn' ? [...BOARD, ...EVERYWHERE] : EVERYWHERE;
}
