// The words for notices: what people can be told, how often, and what became of it.

import type { NoticeChannel, NoticeEvent, NoticeLine, Pace } from '../types';
import { locale, say } from './language';
import { agoText } from './rows';

export const EVENTS: readonly (readonly [NoticeEvent, string])[] = [
  ['turn', say('It is my turn')],
  ['time', say('My time is running out')],
  ['invited', say('A seat is kept for me')],
  ['asked', say('Somebody asks for an undo or offers a draw')],
  ['over', say('A game is over')],
];
export const ALL_EVENTS: NoticeEvent[] = EVENTS.map(([event]) => event);

export const PACES: readonly (readonly [Pace, string])[] = [
  ['at_once', say('At once')],
  ['hourly', say('Once an hour')],
  ['daily', say('Once a day')],
];

export const CHANNELS: Record<NoticeChannel, string> = {
  push: say('Push'),
  mail: say('Mail'),
  webhook: say('Webhook'),
};

/** "Mail · sent 5 minutes ago", or why it was not sent. */
export function stateText(line: NoticeLine, now = Date.now()): string {
  const { reason } = line;
  const due = line.due ? clockTime(line.due) : say('later');
  const states: Record<NoticeLine['state'], string> = {
    sent: say('sent {ago}', { ago: agoText(line.sent ?? line.created, now) }),
    failed: say('failed {ago}. {reason}', { ago: agoText(line.created, now), reason }),
    dropped: say('not sent. {reason}', { reason }),
    held: say('held until {due}. {reason}', { due, reason }),
    waiting: reason ? say('failed, next try {due}. {reason}', { due, reason }) : say('about to be sent'),
  };
  return `${CHANNELS[line.channel]} · ${states[line.state].trim()}`;
}

/** "Sun 17:05" */
const clockTime = (moment: string): string =>
  new Date(moment).toLocaleString(locale, { weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** What became of the newest test on a channel, one sentence for each receiver. */
export function testText(log: readonly NoticeLine[], channel: NoticeChannel, names: Record<string, string>): string[] {
  const newest = new Map<string, NoticeLine>();
  for (const line of log) {
    if (line.event === 'test' && line.channel === channel && line.target in names && !newest.has(line.target)) {
      newest.set(line.target, line);
    }
  }
  return [...newest].map(([target, line]) => {
    const { state, reason } = line;
    const told = state === 'sent' ? say('The test was sent.') : say('The test failed. {reason}', { reason }).trim();
    return names[target] ? `${names[target]}: ${told}` : told;
  });
}
