import { describe, expect, it } from 'vitest';
import type { NoticeLine } from '../types';
import { stateText, testText } from './notices';
import { bytesOf } from './push';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const line = (change: Partial<NoticeLine>): NoticeLine => ({
  id: 'a',
  event: 'turn',
  channel: 'mail',
  target: '',
  match: 'm',
  text: 'It is your turn.',
  state: 'sent',
  reason: '',
  created: '2026-03-01T11:50:00Z',
  due: null,
  sent: null,
  ...change,
});

describe('what became of a notice', () => {
  it('is said for every state', () => {
    expect(stateText(line({ sent: '2026-03-01T11:55:00Z' }), NOW)).toBe('Mail · sent 5 minutes ago');
    expect(stateText(line({ state: 'failed', reason: 'The webhook answered 500.', channel: 'webhook' }), NOW)).toBe(
      'Webhook · failed 10 minutes ago. The webhook answered 500.',
    );
    expect(stateText(line({ state: 'dropped', reason: 'You were at the table.' }), NOW)).toBe(
      'Mail · not sent. You were at the table.',
    );
    expect(stateText(line({ state: 'waiting', channel: 'push' }), NOW)).toBe('Push · about to be sent');
    const due = '2026-03-01T12:30:00Z';
    expect(stateText(line({ state: 'held', reason: 'Held for your hourly digest.', due }), NOW)).toMatch(
      /^Mail · held until \w+,? \d\d:\d\d\. Held for your hourly digest\.$/,
    );
    expect(stateText(line({ state: 'waiting', reason: 'No answer.', due }), NOW)).toMatch(
      /failed, next try .*No answer\.$/,
    );
  });
});

describe('a test', () => {
  it('has a result for each receiver, the newest only', () => {
    const log = [
      line({ event: 'test', channel: 'push', target: 'x', state: 'failed', reason: 'The push service answered 500.' }),
      line({ event: 'test', channel: 'push', target: 'y' }),
      line({ event: 'test', channel: 'push', target: 'x' }),
      line({ event: 'test', channel: 'push', target: 'gone' }),
      line({ event: 'test', channel: 'mail' }),
    ];
    expect(testText(log, 'push', { x: 'Phone', y: 'Laptop' })).toEqual([
      'Phone: The test failed. The push service answered 500.',
      'Laptop: The test was sent.',
    ]);
    expect(testText(log, 'mail', { '': '' })).toEqual(['The test was sent.']);
  });
});

describe('the key of a server', () => {
  it('is read from base64url', () => expect([...bytesOf('-_8')]).toEqual([251, 255]));
});
