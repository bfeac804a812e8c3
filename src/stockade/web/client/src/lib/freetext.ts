// Options that take any fitting text beside a few words. The server has the last word; this only spares a refusal.

import type { OptionInfo } from '../types';

/** A pattern that this browser cannot read is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return text !== '';
  }
}

/** The value that a text stands for, as the server would understand it, or null where it fits nothing. */
export function understood(option: OptionInfo, text: string): string | null {
  const words = (option.choices ?? []).map(String);
  const fits = (form: string) =>
    words.includes(form) || (Boolean(option.pattern) && matches(option.pattern ?? '', form));
  const typed = text.trim();
  return [typed, typed.toLowerCase(), typed.toUpperCase()].find(fits) ?? null;
}
