import { describe, expect, it } from 'vitest';
import type { FormatInfo } from '../types';
import { fileName, offers, positionIn } from './files';

const format = (name: string, ready = true): FormatInfo => ({ name, suffix: `.${name}`, kind: 'record', ready });

describe('offers', () => {
  it('lists what people want most first', () => {
    const found = offers([format('ndjson'), format('gif'), format('text')]);
    expect(found.map(({ title }) => title)).toEqual(['Text', 'GIF film', 'NDJSON']);
  });
  it('leaves out what the server cannot write, and what this client does not know', () => {
    expect(offers([format('png', false), format('pdf'), format('svg')]).map(({ format }) => format.name)).toEqual([
      'svg',
    ]);
  });
});

describe('positionIn', () => {
  it('finds a position', () => {
    expect(positionIn('{"game": "blockade", "ply": 3}')).toEqual({ game: 'blockade', ply: 3 });
  });
  it('finds none in records and in what is no JSON', () => {
    for (const text of ['{"stockade": 1, "game": "blockade", "actions": []}', '[Stockade "1"]', '{', '5', 'null', '{}'])
      expect(positionIn(text)).toBeNull();
  });
});

describe('fileName', () => {
  it('reads the name that the server gives', () => {
    expect(fileName('attachment; filename="blockade-abc-3.png"')).toBe('blockade-abc-3.png');
    expect(fileName(null)).toBe('stockade');
  });
});
