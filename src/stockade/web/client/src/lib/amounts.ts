// Choices that differ only in a number, such as bids, are shown as one choice of an amount.

import type { Choice } from '../types';
import { say } from './language';

export interface Amounts {
  /** sorted by amount */
  choices: Choice[];
  least: number;
  most: number;
}

/** Returns the choices of an amount among these choices, or null if there are none. */
export function amounts(choices: readonly Choice[]): Amounts | null {
  const found = choices
    .filter((choice) => amountOf(choice) !== null)
    .sort((a, b) => (amountOf(a) ?? 0) - (amountOf(b) ?? 0));
  const [first, last] = [found[0], found.at(-1)];
  return first && last ? { choices: found, least: amountOf(first) ?? 0, most: amountOf(last) ?? 0 } : null;
}

/** Returns the choices that remain separate buttons. */
export function withoutAmount(choices: readonly Choice[]): Choice[] {
  return choices.filter((choice) => amountOf(choice) === null);
}

export const amountOf = (choice: Choice): number | null => choice.amount ?? null;

/** Returns the choice with this amount, if it is offered. */
export const exactAmount = ({ choices }: Amounts, wanted: number): Choice | undefined =>
  choices.find((choice) => amountOf(choice) === wanted);

/** Returns the next offered amount above or below; at the end, the last one. */
export function steppedAmount({ choices, least, most }: Amounts, from: number, by: 1 | -1): number {
  const offered = choices.map((choice) => amountOf(choice) ?? 0);
  if (by > 0) return offered.find((amount) => amount > from) ?? most;
  return offered.findLast((amount) => amount < from) ?? least;
}

/** Returns why an amount cannot be chosen, or an empty text if it can. */
export function amountTrouble(of: Amounts, wanted: number): string {
  return exactAmount(of, wanted)
    ? ''
    : rangeTrouble(of.least, of.most, wanted) || say('{wanted} is not offered.', { wanted });
}

/** Returns why a number is not in a range, or an empty text if it is. */
export function rangeTrouble(least: number, most: number, wanted: number): string {
  if (!Number.isFinite(wanted)) return say('Type a number from {least} to {most}.', { least, most });
  if (wanted < least) return say('{wanted} is too little: {least} to {most}.', { wanted, least, most });
  return wanted > most ? say('{wanted} is too much: {least} to {most}.', { wanted, least, most }) : '';
}
