import { describe, expect, it } from 'vitest';
import { backoff } from './backoff';

describe('backoff', () => {
  it('starts quickly, so a blink of the network is hardly seen', () => {
    expect(backoff(0, 1)).toBeLessThanOrEqual(400);
  });

  it('doubles', () => {
    expect(backoff(3, 1)).toBe(2 * backoff(2, 1));
  });

  it('is bounded, however long it lasts', () => {
    expect(backoff(1000, 1)).toBe(15_000);
  });

  it('never waits less than half the whole', () => {
    expect(backoff(4, 0)).toBe(backoff(4, 1) / 2);
  });
});
