// The settings of a table in words, and those that people choose from.

import type { Clock, LevelInfo, MatchView, Policy } from '../types';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const USUAL: Policy = {
  undo: 'ask',
  spectators: true,
  chat: true,
  clock: null,
  absent: 'wait',
  stand_in: null,
};

const game = (minutes: number, increment: number): Clock => ({ kind: 'game', seconds: minutes * MINUTE, increment });
const turn = (days: number): Clock => ({ kind: 'turn', seconds: days * DAY, increment: 0 });

/** The clocks to choose from, the fastest first. */
export const CLOCKS: readonly Clock[] = [game(15, 10), game(30, 30), turn(1), turn(3)];

export const UNDO: readonly (readonly [Policy['undo'], string])[] = [
  ['ask', 'Others must agree'],
  ['free', 'Always allowed'],
  ['never', 'Not allowed'],
];

export const ABSENT: readonly (readonly [Policy['absent'], string])[] = [
  ['wait', 'The others wait'],
  ['bot', 'A bot takes over'],
  ['claim', 'The others can claim the win'],
];

/** "15 min + 10 s", "1 day per turn" */
export function clockText(clock: Clock): string {
  if (clock.kind === 'turn') return `${span(clock.seconds)} per turn`;
  return clock.increment ? `${span(clock.seconds)} + ${clock.increment} s` : `${span(clock.seconds)} each`;
}

function span(seconds: number): string {
  for (const [unit, one, many] of [
    [DAY, 'day', 'days'],
    [HOUR, 'hour', 'hours'],
  ] as const) {
    if (seconds % unit === 0) return `${seconds / unit} ${seconds === unit ? one : many}`;
  }
  return seconds % MINUTE === 0 ? `${seconds / MINUTE} min` : `${seconds} s`;
}

/** Returns the settings of a table in one line, leaving out what is usual. */
export function tableText(
  view: Pick<MatchView, 'listed' | 'hints' | 'policy' | 'rated'>,
  levels?: LevelInfo[],
): string {
  const { clock, undo, absent, stand_in, spectators, chat } = view.policy;
  const bot = levels?.find((level) => level.level === stand_in)?.name;
  return [
    view.listed ? 'Open to everyone' : 'Private',
    view.rated ? 'rated' : '',
    clock ? clockText(clock) : 'no clock',
    undo === 'free' ? 'free undo' : undo === 'never' ? 'no undo' : '',
    view.hints ? 'hints' : '',
    absent === 'bot' ? `a bot${bot ? ` (${bot})` : ''} plays for absent players` : '',
    absent === 'claim' ? 'absent players can lose' : '',
    spectators ? '' : 'no spectators',
    chat ? '' : 'no chat',
  ]
    .filter(Boolean)
    .join(' · ');
}
