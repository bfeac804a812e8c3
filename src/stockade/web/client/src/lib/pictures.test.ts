import { describe, expect, it } from 'vitest';
import { pixelsOf } from './pictures';

describe('a picture in pixels', () => {
  it('keeps its proportions and is as large as is useful', () => {
    expect(pixelsOf(1000, 500, 2400)).toEqual([2400, 1200]);
    expect(pixelsOf(300, 1200, 2400)).toEqual([600, 2400]);
    expect(pixelsOf(6000, 3000, 2400)).toEqual([2400, 1200]);
  });
  it('is never empty', () => {
    expect(pixelsOf(0, 0)).toEqual([1, 1]);
    expect(pixelsOf(10_000, 1)).toEqual([2400, 1]);
  });
});
