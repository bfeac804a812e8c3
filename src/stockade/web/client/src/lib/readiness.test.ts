import { describe, expect, it } from 'vitest';
import type { Compiled, LevelInfo } from '../types';
import { best, isUnderWay, offered, readinessText, timeLeft } from './readiness';

const level = (number: number, name: string, ready: boolean): LevelInfo => ({
  level: number,
  name,
  text: '',
  ratings: {},
  ready,
});
const EARLY = [
  level(1, 'Stroller', true),
  level(3, 'Journeyman', true),
  level(4, 'Warden', false),
  level(5, 'Oracle', false),
];
const LATER = EARLY.map((one) => ({ ...one, ready: true }));
const HALF: Compiled = { ready: false, share: 0.5, seconds_left: 21.3, failed: false };
const DONE: Compiled = { ready: true, share: 1, seconds_left: 0, failed: false };

describe('readiness', () => {
  it('offers the wanted level as soon as it is ready', () => {
    expect(offered(EARLY, 1)).toBe(1);
    expect(offered(EARLY, 4)).toBe(3);
    expect(offered(LATER, 4)).toBe(4);
    expect(offered(EARLY, 9)).toBe(1);
    expect(best(EARLY)?.name).toBe('Journeyman');
  });

  it('says how long it takes, without false precision', () => {
    const left = (seconds: number | null) => timeLeft({ ...HALF, seconds_left: seconds });
    expect([null, 0.2, 7.4, 21.3, 58, 95].map(left)).toEqual([
      '',
      'about 1 s left',
      'about 8 s left',
      'about 20 s left',
      'about 60 s left',
      'about 2 min left',
    ]);
  });

  it('names who is not ready', () => {
    const early = { levels: EARLY, compiled: HALF };
    expect(readinessText(early, 1, 1)).toBe('Warden and Oracle are getting ready: about 20 s left');
    expect(readinessText(early, 3, 4)).toBe('Warden is getting ready: about 20 s left');
    expect(readinessText(early, 5, 4)).toBe('Oracle is getting ready: about 20 s left');
    expect(readinessText({ levels: EARLY, compiled: { ...HALF, seconds_left: null } }, 4, 4)).toBe(
      'Warden is getting ready',
    );
    expect(readinessText({ levels: EARLY, compiled: { ...HALF, share: 0, seconds_left: null } }, 4, 4)).toBe(
      'Warden is not ready yet',
    );
    expect(readinessText({ levels: EARLY, compiled: { ...HALF, failed: true } }, 4, 4)).toBe(
      'Warden cannot be used on this server.',
    );
    expect(readinessText({ levels: LATER, compiled: DONE }, 4, 4)).toBe('');
  });

  it('looks again until there is nothing to wait for', () => {
    expect([HALF, DONE, { ...HALF, failed: true }].map(isUnderWay)).toEqual([true, false, false]);
  });
});
