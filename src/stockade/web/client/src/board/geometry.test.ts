import { describe, expect, it } from 'vitest';
import { ahead, bounded, distance, fitted, nearest, revealing, unwound, wound, zoomed } from './geometry';

const box = (x: number, y: number, w = 10, h = 10, turn = 0) => ({ x, y, w, h, turn });

describe('distance', () => {
  it('is 0 inside and grows outside', () => {
    expect(distance(box(0, 0), { x: 5, y: 5 })).toBe(0);
    expect(distance(box(0, 0), { x: 13, y: 14 })).toBe(5);
  });

  it('minds the turn of the box', () => {
    const plank = box(0, 0, 20, 2, 90); // stands upright about (10, 1)
    expect(distance(plank, { x: 10, y: 10 })).toBeCloseTo(0);
    expect(distance(plank, { x: 19, y: 1 })).toBeCloseTo(8);
  });
});

describe('nearest', () => {
  it('takes the nearest within reach, and nothing beyond', () => {
    const things = [box(0, 0), box(30, 0)];
    expect(nearest(things, { x: 25, y: 5 }, 8)).toBe(things[1]);
    expect(nearest(things, { x: 20, y: 5 }, 8)).toBeUndefined();
  });

  it('breaks a tie by the middle', () => {
    const things = [box(0, 0, 100, 100), box(30, 40, 20, 20)];
    expect(nearest(things, { x: 42, y: 51 }, 0)).toBe(things[1]);
  });
});

describe('ahead', () => {
  const row = [box(0, 0), box(20, 0), box(40, 0), box(25, 30)];
  it('walks along a row', () => {
    expect(ahead(row, row[0]!, 'right')).toBe(row[1]);
    expect(ahead(row, row[2]!, 'left')).toBe(row[1]);
  });
  it('leaves the row', () => {
    expect(ahead(row, row[1]!, 'down')).toBe(row[3]);
  });
  it('stops at the edge', () => {
    expect(ahead(row, row[0]!, 'up')).toBeUndefined();
  });
});

describe('zoom', () => {
  const size = [100, 50] as const;
  const whole = { x: 0, y: 0, w: 100, h: 50 };
  it('keeps the point under the finger', () => {
    expect(zoomed(whole, size, { x: 50, y: 25 }, 2)).toEqual({ x: 25, y: 12.5, w: 50, h: 25 });
  });
  it('never shows more than the table', () => {
    expect(zoomed({ x: 25, y: 12.5, w: 50, h: 25 }, size, { x: 30, y: 20 }, 0.1)).toEqual(whole);
    expect(bounded({ x: 80, y: -9, w: 50, h: 25 }, size)).toEqual({ x: 50, y: 0, w: 50, h: 25 });
  });
});

describe('unwound', () => {
  it('turns the short way', () => {
    expect(unwound(300, 0)).toBe(360);
    expect(unwound(0, 300)).toBe(-60);
    expect(unwound(0, 90)).toBe(90);
  });
});

describe('wound', () => {
  it('goes the way it is turned, however far that is', () => {
    expect(wound(270, 0, 1)).toBe(360);
    expect(wound(360, 270, -1)).toBe(270);
    expect(wound(90, 270, 1)).toBe(270);
    expect(wound(0, 180, -1)).toBe(-180);
  });
  it('stays where it is the same turn', () => {
    expect(wound(450, 90, 1)).toBe(450);
    expect(wound(450, 90, -1)).toBe(450);
  });
});

describe('a part of the table', () => {
  it('is shown as large as may be, in the proportions of the whole', () => {
    expect(fitted([10, 0, 20, 20], [100, 50])).toEqual({ x: 0, y: 0, w: 40, h: 20 });
    expect(fitted([50, 20, 30, 6], [100, 50])).toEqual({ x: 50, y: 15.5, w: 30, h: 15 });
  });
  it('stays on the table, and is never nearer than zooming goes', () => {
    expect(fitted([95, 45, 5, 5], [100, 50])).toEqual({ x: 80, y: 40, w: 20, h: 10 });
    expect(fitted([0, 0, 100, 50], [100, 50])).toEqual({ x: 0, y: 0, w: 100, h: 50 });
  });
});

describe('bringing something into sight', () => {
  const window = { x: 40, y: 20, w: 40, h: 20 };
  const size = [100, 50] as const;
  it('leaves the window where everything is seen', () => {
    expect(revealing(window, box(50, 25), size)).toEqual(window);
  });
  it('moves it no further than needed', () => {
    expect(revealing(window, box(85, 35), size)).toEqual({ ...window, x: 55, y: 25 });
    expect(revealing(window, box(5, 0), size)).toEqual({ ...window, x: 5, y: 0 });
  });
});
