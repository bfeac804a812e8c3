import { describe, expect, it } from 'vitest';
import { clockFace, isLow, leftOf } from './clock';

describe('a clock', () => {
  it('runs for one seat only, and stops at zero', () => {
    const clock = { left: [100, 50], running: 1 };
    expect(leftOf(clock, 0, 20)).toBe(100);
    expect(leftOf(clock, 1, 20)).toBe(30);
    expect(leftOf(clock, 1, 80)).toBe(0);
  });
  it('shows as much as matters', () => {
    expect([9.47, 65, 3723, 100_000].map(clockFace)).toEqual(['9.4', '1:05', '1:02:03', '1 day 3 h']);
  });
  it('is low in the last tenth of the time', () => {
    const clock = { kind: 'game', seconds: 900, increment: 0 } as const;
    expect(isLow(91, clock)).toBe(false);
    expect(isLow(89, clock)).toBe(true);
    expect(isLow(9, { ...clock, seconds: 30 })).toBe(true);
  });
});
