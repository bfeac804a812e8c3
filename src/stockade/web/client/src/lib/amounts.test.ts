import { describe, expect, it } from 'vitest';
import type { Choice } from '../types';
import { amounts, amountTrouble, exactAmount, steppedAmount, withoutAmount } from './amounts';

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
  it('are stepped through, and only those that are offered can be chosen', () => {
    const found = amounts(bids);
    if (!found) throw new Error('there are amounts');
    const up = (from: number) => steppedAmount(found, from, 1);
    const down = (from: number) => steppedAmount(found, from, -1);
    expect([up(5), up(6), up(9), up(100), up(Number.NaN)]).toEqual([6, 9, 9, 9, 9]);
    expect([down(9), down(6), down(5), down(1)]).toEqual([6, 5, 5, 5]);
    expect([5, 6, 7, 9].map((amount) => exactAmount(found, amount)?.action)).toEqual([1, 2, undefined, 3]);
  });
  it('are refused with a word', () => {
    const found = amounts(bids);
    if (!found) throw new Error('there are amounts');
    expect(amountTrouble(found, 6)).toBe('');
    expect(amountTrouble(found, 4)).toBe('4 is too little: 5 to 9.');
    expect(amountTrouble(found, 10)).toBe('10 is too much: 5 to 9.');
    expect(amountTrouble(found, 7)).toBe('7 is not offered.');
    expect(amountTrouble(found, Number.NaN)).toBe('Type a number from 5 to 9.');
  });
});
