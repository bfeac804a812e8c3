// The words for notices: what people can be told, how often, and what became of it.

import type { NoticeChannel, NoticeEvent, NoticeLine, Pace } from '../types';
import { agoText } from './rows';

export const EVENTS: readonly (readonly [NoticeEvent, string])[] = [
  ['turn', 'It is my turn'],
  ['time', 'My time is running out'],
  ['invited', 'A seat is kept for me'],
  ['asked', 'Somebody asks for an undo or offers a draw'],
  ['over', 'A game is over'],
];
export const ALL_EVENTS: NoticeEvent[] = EVENTS.map(([event]) => event);

export const PACES: readonly (readonly [Pace, string])[] = [
  ['at_once', 'At once'],
  ['hourly', 'Once an hour'],
  ['daily', 'Once a day'],
];

export const CHANNELS: Record<NoticeChannel, string> = { push: 'Push', mail: 'Mail', webhook: 'Webhook' };

/** "Mail · sent 5 minutes ago", or why it was not sent. */
export function stateText(line: NoticeLine, now = Date.now()): string {
  const reason = line.reason ? ` ${line.reason}` : '';
  const states: Record<NoticeLine['state'], string> = {
    sent: `sent ${agoText(line.sent ?? line.created, now)}`,
    failed: `failed ${agoText(line.created, now)}.${reason}`,
    dropped: `not sent.${reason}`,
    held: `held until ${line.due ? clockTime(line.due) : 'later'}.${reason}`,
    waiting: line.reason
      ? `failed, next try ${line.due ? clockTime(line.due) : 'later'}.${reason}`
      : 'about to be sent',
  };
  return `${CHANNELS[line.channel]} · ${states[line.state]}`;
}

/** "Sun 17:05" */
const clockTime = (moment: string): string =>
  new Date(moment).toLocaleString('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** What became of the newest test on a channel, one sentence for each receiver. */
export function testText(log: readonly NoticeLine[], channel: NoticeChannel, names: Record<string, string>): string[] {
  const newest = new Map<string, NoticeLine>();
  for (const line of log) {
    if (line.event === 'test' && line.channel === channel && line.target in names && !newest.has(line.target)) {
      newest.set(line.target, line);
    }
  }
  return [...newest].map(([target, line]) => {
    const told = line.state === 'sent' ? 'The test was sent.' : `The test failed. ${line.reason}`.trim();
    return names[target] ? `${names[target]}: ${told}` : told;
  });
}
