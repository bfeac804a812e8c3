import { describe, expect, it } from 'vitest';
import type { Choice } from '../types';
import { amounts, nearestAmount, withoutAmount } from './amounts';

const of = (action: number, amount: number | null): Choice => ({ action, amount, touches: [] }) as unknown as Choice;
const pass = of(0, null);
const bids = [of(3, 9), of(1, 5), of(2, 6)];

describe('choices of an amount', () => {
  it('are found among the others, in order', () => {
    const found = amounts([pass, ...bids]);
    expect(found?.choices.map((choice) => choice.action)).toEqual([1, 2, 3]);
    expect([found?.least, found?.most]).toEqual([5, 9]);
    expect(withoutAmount([pass, ...bids])).toEqual([pass]);
  });
  it('may be none', () => {
    expect(amounts([pass])).toBeNull();
    expect(amounts([{ action: 1 } as Choice])).toBeNull();
  });
  it('answer to the nearest amount that is offered', () => {
    const found = amounts(bids);
    if (!found) throw new Error('there are amounts');
    const at = (wanted: number) => nearestAmount(found, wanted)?.action;
    expect([at(1), at(5), at(7), at(8), at(100), at(Number.NaN)]).toEqual([1, 1, 2, 3, 3, 1]);
  });
});
