import { describe, expect, it } from 'vitest';

import { isSuggested, suggestedName } from './names';

describe('names', () => {
  it('are known as suggested, in any language', () => {
    expect(isSuggested(suggestedName())).toBe(true);
    expect(isSuggested('Gast 4711')).toBe(true);
  });

  it('are known as chosen otherwise', () => {
    expect(['Ada', 'Guest', 'Ada 2', 'Ada of the Bridge 1815'].filter(isSuggested)).toEqual([]);
  });
});
