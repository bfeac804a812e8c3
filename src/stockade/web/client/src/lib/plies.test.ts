import { describe, expect, it } from 'vitest';
import { sentenceOf } from './plies';

describe('an entry of the log', () => {
  it('is a sentence of its own', () => {
    expect(sentenceOf({ label: 'an elk comes out of the bag', text: 'draw elk' })).toBe('An elk comes out of the bag');
    expect(sentenceOf({ label: 'Black: bridge from 3 to 5', text: 'B3-5' })).toBe('Black: bridge from 3 to 5');
  });
  it('is its notation where the game has no words for it', () => {
    expect(sentenceOf({ label: '', text: 'draw elk' })).toBe('draw elk');
  });
});
