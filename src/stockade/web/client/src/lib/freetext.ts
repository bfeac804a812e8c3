// Options that take any matching text besides a few words. The server makes the final check.

import type { OptionInfo } from '../types';

/** If this browser cannot parse a pattern, the check is left to the server. */
function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return text !== '';
  }
}

/** Returns the value that the server would read from a text, or null if the text does not match. */
export function understood(option: OptionInfo, text: string): string | null {
  const words = (option.choices ?? []).map(String);
  const fits = (form: string) =>
    words.includes(form) || (Boolean(option.pattern) && matches(option.pattern ?? '', form));
  const typed = text.trim();
  return [typed, typed.toLowerCase(), typed.toUpperCase()].find(fits) ?? null;
}
