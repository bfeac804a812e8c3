import { describe, expect, it } from 'vitest';
import { sweepOf } from './swipe';

describe('a finger', () => {
  it('sweeps to the left to go on, and to the right to go back', () => {
    expect(sweepOf(-120, 10)).toBe(1);
    expect(sweepOf(120, -30)).toBe(-1);
  });
  it('does something else if it goes up, or not far', () => {
    expect(sweepOf(-120, 100)).toBe(0);
    expect(sweepOf(-20, 0)).toBe(0);
  });
});
