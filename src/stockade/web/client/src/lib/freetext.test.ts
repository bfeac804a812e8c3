import { describe, expect, it } from 'vitest';
import type { OptionInfo } from '../types';
import { understood } from './freetext';

const option = { name: 'code', choices: ['AAA', 'random'], pattern: '[A-D]{3}|[0-9]{2}' } as unknown as OptionInfo;

describe('a free text', () => {
  it('may be a word, in any case', () => {
    expect(understood(option, 'random')).toBe('random');
    expect(understood(option, ' Random ')).toBe('random');
    expect(understood(option, 'aaa')).toBe('AAA');
  });
  it('is put into capitals where it fits the pattern then', () => {
    expect(understood(option, 'bCd')).toBe('BCD');
    expect(understood(option, '07')).toBe('07');
  });
  it('must fit as a whole', () => {
    for (const wrong of ['', 'ABCD', 'xABC', 'ABE', '7', 'ABC07']) expect(understood(option, wrong)).toBeNull();
  });
  it('is left to the server where the pattern cannot be read here', () => {
    expect(understood({ ...option, pattern: '(?P<x>A)' }, 'anything')).toBe('anything');
  });
  it('is only a word where there is no pattern', () => {
    expect(understood({ ...option, pattern: '' }, '')).toBeNull();
    expect(understood({ ...option, pattern: '' }, 'random')).toBe('random');
  });
});
