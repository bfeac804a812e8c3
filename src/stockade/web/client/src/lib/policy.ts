// The settings of a table in words, and those that people choose from.

import type { Clock, GameInfo, LevelInfo, MatchView, Policy } from '../types';
import { counted, say } from './language';

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

/** The minutes that a player may have for a game. */
const LENGTHS = [3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180];
const atLeast = (minutes: number): number => LENGTHS.find((length) => length >= minutes) ?? 180;
const sitting = (minutes: number): Clock => game(minutes, minutes <= 5 ? 5 : minutes <= 15 ? 10 : 30);

/**
 * The clocks to choose from for a game, the fastest first: two for one sitting, by how long the game usually takes, and
 * two for days.
 */
export function clocksFor({ minutes, usual_players }: Pick<GameInfo, 'minutes' | 'usual_players'>): Clock[] {
  const longest = Number(minutes.match(/\d+/g)?.at(-1) ?? 30);
  const quick = atLeast(longest / usual_players);
  return [sitting(quick), sitting(atLeast(2 * quick)), turn(1), turn(3)];
}

export const UNDO: readonly (readonly [Policy['undo'], string])[] = [
  ['ask', say('Others must agree')],
  ['free', say('Always allowed')],
  ['never', say('Not allowed')],
];

export const ABSENT: readonly (readonly [Policy['absent'], string])[] = [
  ['wait', say('The others wait')],
  ['bot', say('A bot takes over')],
  ['claim', say('The others can claim the win')],
];

/** "15 min + 10 s", "1 day per turn" */
export function clockText(clock: Clock): string {
  const time = span(clock.seconds);
  if (clock.kind === 'turn') return say('{time} per turn', { time });
  return clock.increment
    ? say('{time} + {seconds} s', { time, seconds: clock.increment })
    : say('{time} each', { time });
}

function span(seconds: number): string {
  if (seconds % DAY === 0) return counted(seconds / DAY, '{count} day', '{count} days');
  if (seconds % HOUR === 0) return counted(seconds / HOUR, '{count} hour', '{count} hours');
  return seconds % MINUTE === 0 ? say('{minutes} min', { minutes: seconds / MINUTE }) : say('{seconds} s', { seconds });
}

/** Returns the settings of a table in one line, leaving out what is usual. */
export function tableText(
  view: Pick<MatchView, 'listed' | 'hints' | 'policy' | 'rated'>,
  levels?: LevelInfo[],
): string {
  const { clock, undo, absent, stand_in, spectators, chat } = view.policy;
  const bot = levels?.find((level) => level.level === stand_in)?.name;
  return [
    view.listed ? say('Open to everyone') : say('Private'),
    view.rated ? say('rated') : '',
    clock ? clockText(clock) : say('no clock'),
    undo === 'free' ? say('free undo') : undo === 'never' ? say('no undo') : '',
    view.hints ? say('hints') : '',
    absent === 'bot' ? botText(bot) : '',
    absent === 'claim' ? say('absent players can lose') : '',
    spectators ? '' : say('no spectators'),
    chat ? '' : say('no chat'),
  ]
    .filter(Boolean)
    .join(' · ');
}

const botText = (bot?: string): string =>
  bot ? say('a bot ({bot}) plays for absent players', { bot }) : say('a bot plays for absent players');
