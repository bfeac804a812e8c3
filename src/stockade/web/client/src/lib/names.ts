// Names for people who have not chosen one.

import { say } from './language';

export const suggestedName = (): string => say('Guest {number}', { number: 1000 + Math.floor(Math.random() * 9000) });

/** Whether a name looks like a suggested one, in any language: a guest may have changed theirs since. */
export const isSuggested = (name: string): boolean => /^\p{L}+ \d{4}$/u.test(name);
