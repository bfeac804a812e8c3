import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paced } from './paced';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('paced calls', () => {
  it('are made at once while they are few', () => {
    const made: number[] = [];
    const call = paced<number>((value) => made.push(value), { burst: 2, ms: 100 });
    call(1);
    call(2);
    expect(made).toEqual([1, 2]);
    vi.advanceTimersByTime(200);
    call(3);
    call(4);
    expect(made).toEqual([1, 2, 3, 4]);
  });
  it('are delayed when they are many, and only the last of them is made', () => {
    const made: number[] = [];
    const call = paced<number>((value) => made.push(value), { burst: 1, ms: 100 });
    for (let value = 0; value < 50; value++) {
      call(value);
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(1000);
    expect(made[0]).toBe(0);
    expect(made.at(-1)).toBe(49);
    expect(made.length).toBeLessThanOrEqual(7);
    expect(made.length).toBeGreaterThanOrEqual(5);
  });
  it('can be cancelled', () => {
    const made: number[] = [];
    const call = paced<number>((value) => made.push(value), { burst: 1, ms: 100 });
    call(1);
    call(2);
    call.cancel();
    vi.advanceTimersByTime(1000);
    expect(made).toEqual([1]);
    call(3);
    expect(made).toEqual([1, 3]);
  });
});
