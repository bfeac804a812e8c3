import { describe, expect, it } from 'vitest';

import { isSuggested, occupantOf, suggestedName } from './names';

describe('names', () => {
  it('are known as suggested, in any language', () => {
    expect(isSuggested(suggestedName())).toBe(true);
    expect(isSuggested('Gast 4711')).toBe(true);
  });

  it('are known as chosen otherwise', () => {
    expect(['Ada', 'Guest', 'Ada 2', 'Ada of the Bridge 1815'].filter(isSuggested)).toEqual([]);
  });

  it('say who has a seat', () => {
    expect(occupantOf({ kind: 'human', name: 'Ada', level: null })).toBe('Ada');
    expect(occupantOf({ kind: 'human', name: '', level: null })).toBe('Guest');
    expect(occupantOf({ kind: 'bot', name: 'Castellan', level: 5 })).toBe('Castellan, level 5');
    expect(occupantOf({ kind: 'auto', name: 'Automa', level: null })).toBe('Automa');
  });
});
