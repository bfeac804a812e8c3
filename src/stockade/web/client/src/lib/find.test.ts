import { describe, expect, it } from 'vitest';
import { finderOf, nextFound, partsOf } from './find';

const line = (label: string, text = '', told: string[] = []) => ({ label, text, told });

describe('search in a log', () => {
  it('finds lines with every word, wherever it is', () => {
    const finds = finderOf(' elk  FOREST ');
    expect(finds?.(line('Ann: elk on the forest at c4'))).toBe(true);
    expect(finds?.(line('the forest at c4', 'T17', ['Ann: +2 for Elk']))).toBe(true);
    expect(finds?.(line('Ann: elk at c4', 'T17'))).toBe(false);
    expect(finderOf('b3-5')?.(line('Black: bridge from 3 to 5', 'B3-5'))).toBe(true);
  });
  it('takes every character as it is', () => {
    expect(finderOf('+2 (x)')?.(line('gains +2 (x'))).toBe(false);
    expect(finderOf('+2 (x)')?.(line('gains +2 (x)'))).toBe(true);
    expect(partsOf('a.b a+b', '.')).toEqual([
      { text: 'a', isFound: false },
      { text: '.', isFound: true },
      { text: 'b a+b', isFound: false },
    ]);
  });
  it('finds nothing in particular without words', () => {
    expect(finderOf('  ')).toBeNull();
    expect(partsOf('Elk', ' ')).toEqual([{ text: 'Elk', isFound: false }]);
  });
  it('marks what was found, the longest word first', () => {
    expect(partsOf('Grün und GRÜNER', 'grün grüner').filter((part) => part.isFound)).toEqual([
      { text: 'Grün', isFound: true },
      { text: 'GRÜNER', isFound: true },
    ]);
    expect(partsOf('Elk, elk', 'elk').map((part) => part.text)).toEqual(['Elk', ', ', 'elk']);
  });
  it('goes to the next one, and around the end', () => {
    expect(nextFound([3, 8, 12], 3, 1)).toBe(8);
    expect(nextFound([3, 8, 12], 12, 1)).toBe(3);
    expect(nextFound([3, 8, 12], 5, -1)).toBe(3);
    expect(nextFound([3, 8, 12], 3, -1)).toBe(12);
    expect(nextFound([], 3, 1)).toBeUndefined();
  });
});
