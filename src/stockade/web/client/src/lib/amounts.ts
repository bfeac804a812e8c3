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
  const found = choices
    .filter((choice) => amountOf(choice) !== null)
    .sort((a, b) => (amountOf(a) ?? 0) - (amountOf(b) ?? 0));
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { choices: found, least: amountOf(first) ?? 0, most: amountOf(last) ?? 0 } : null;
}

/** The choices that stay buttons of their own. */
export function withoutAmount(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => amountOf(choice) === null);
}

export const amountOf = (choice: Choice): number | null => choice.amount ?? null;

/** The choice of an amount, where it is offered. */
export const exactAmount = ({ choices }: Amounts, wanted: number): Choice | undefined =>
  choices.find((choice) => amountOf(choice) === wanted);

/** The next amount that is offered above or below; the last one where there is none. */
export function steppedAmount({ choices, least, most }: Amounts, from: number, by: 1 | -1): number {
  const offered = choices.map((choice) => amountOf(choice) ?? 0);
  if (by > 0) return offered.find((amount) => amount > from) ?? most;
  return offered.findLast((amount) => amount < from) ?? least;
}

/** Why an amount cannot be chosen; empty where it can. */
export function amountTrouble(of: Amounts, wanted: number): string {
  if (exactAmount(of, wanted)) return '';
  const range = `${of.least} to ${of.most}`;
  if (!Number.isFinite(wanted)) return `Type a number from ${range}.`;
  if (wanted < of.least) return `${wanted} is too little: ${range}.`;
  return wanted > of.most ? `${wanted} is too much: ${range}.` : `${wanted} is not offered.`;
}
