// Choices that differ in a number alone, such as bids: one choice of an amount.

import type { Choice } from '../types';

export interface Amounts {
  /** by amount, ascending */
  choices: Choice[];
  least: number;
  most: number;
}

/** The choices of an amount, taken out of the plain ones; null where there are none. */
export function amounts(choices: readonly Choice[]): Amounts | null {
  const found = choices.filter((choice) => amountOf(choice) !== null).sort((a, b) => (amountOf(a) ?? 0) - (amountOf(b) ?? 0));
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { choices: found, least: amountOf(first) ?? 0, most: amountOf(last) ?? 0 } : null;
}

/** The choices that stay buttons of their own. */
export function withoutAmount(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => amountOf(choice) === null);
}

export const amountOf = (choice: Choice): number | null => choice.amount ?? null;

/** The choice of an amount, or of the nearest one that is offered. */
export function nearestAmount({ choices }: Amounts, wanted: number): Choice | undefined {
  if (!Number.isFinite(wanted)) return choices[0];
  let best = choices[0];
  for (const choice of choices) {
    if (best && Math.abs((amountOf(choice) ?? 0) - wanted) < Math.abs((amountOf(best) ?? 0) - wanted)) best = choice;
  }
  return best;
}
