import { describe, expect, it } from 'vitest';
import type { Choice, Piece, Scene } from '../types';
import { alive, buttons, completing, matching, meanings, touch, withGhost } from './selection';

let action = 0;
const choice = (...touches: string[]): Choice => ({
  action: action++, text: touches.join('-'), label: '', touches, gain: '', ghost: [],
});
const piece = (id: string, place = '', x = 0): Piece => ({
  id, place, x, y: 0, w: 1, h: 1, label: id, art: '', owner: 0, turn: 0,
});

const single = choice('tile');
const ab = choice('a', 'b');
const ac = choice('a', 'c');
const db = choice('d', 'b');
const pass = choice();
const choices = [single, ab, ac, db, pass];

describe('what is alive', () => {
  it('is the first touch of every choice before anything is touched', () => {
    expect([...alive(choices, [])].sort()).toEqual(['a', 'd', 'tile']);
  });

  it('is only what continues the touches', () => {
    expect([...alive(choices, ['a'])].sort()).toEqual(['b', 'c']);
  });

  it('leaves choices without touches to the buttons', () => {
    expect(buttons(choices)).toEqual([pass]);
    expect(matching(choices, [])).toHaveLength(5);
  });

  it('is nothing where there are no choices', () => {
    expect(alive([], [])).toEqual(new Set());
  });
});

describe('a touch', () => {
  it('plays a choice of one touch and one meaning at once', () => {
    expect(touch(choices, [], ['tile'])).toEqual({ kind: 'play', choice: single });
  });

  it('selects, even where only one target is left: the target is shown before it is taken', () => {
    expect(touch(choices, [], ['d'])).toEqual({ kind: 'select', touched: ['d'], ready: [] });
  });

  it('plays when the last target is touched', () => {
    expect(touch(choices, ['a'], ['c'])).toEqual({ kind: 'play', choice: ac });
  });

  it('takes back what is touched again', () => {
    expect(touch(choices, ['a'], ['a'])).toEqual({ kind: 'back', touched: [] });
  });

  it('changes its mind without clearing first', () => {
    expect(touch(choices, ['a'], ['d'])).toEqual({ kind: 'select', touched: ['d'], ready: [] });
  });

  it('changes only the last of three', () => {
    const deep = [choice('x', 'y', 'z'), choice('x', 'w', 'z')];
    expect(touch(deep, ['x', 'y'], ['w'])).toEqual({ kind: 'select', touched: ['x', 'w'], ready: [] });
  });

  it('says so where nothing answers', () => {
    expect(touch(choices, ['a'], ['nowhere'])).toEqual({ kind: 'none' });
    expect(touch([], [], ['a'])).toEqual({ kind: 'none' });
  });

  it('asks where the same touches mean several things', () => {
    const twins = [choice('a', 'b'), choice('a', 'b')];
    expect(touch(twins, ['a'], ['b'])).toEqual({ kind: 'ask', touched: ['a', 'b'], choices: twins });
  });

  it('offers what is complete while more could follow', () => {
    const short = choice('a');
    const long = choice('a', 'b');
    expect(touch([short, long], [], ['a'])).toEqual({ kind: 'select', touched: ['a'], ready: [short] });
  });

  it('continues with the same thing where a choice wants it twice', () => {
    const twice = choice('a', 'a');
    expect(touch([twice], ['a'], ['a'])).toEqual({ kind: 'play', choice: twice });
  });

  it('takes the place of a piece where the piece itself is not alive', () => {
    expect(touch(choices, ['a'], ['stone', 'b'])).toEqual({ kind: 'play', choice: ab });
  });

  it('prefers what continues over what would start anew', () => {
    const both = [choice('a', 'b'), choice('b', 'c')];
    expect(touch(both, ['a'], ['b'])).toMatchObject({ kind: 'play' });
  });
});

describe('completing', () => {
  it('finds what a last touch would play', () => {
    expect(completing(choices, ['a'], 'b')).toEqual([ab]);
    expect(completing(choices, [], 'a')).toEqual([]);
  });
});

describe('meanings', () => {
  const scene = {
    areas: [{ id: 'here', x: 0, y: 0, w: 1, h: 1, label: '', art: '', turn: 0 }],
    pieces: [piece('low', 'here'), piece('high', 'here'), piece('free')],
  } as unknown as Scene;

  it('of a piece: itself, then its place', () => {
    expect(meanings(scene, 'low')).toEqual(['low', 'here']);
    expect(meanings(scene, 'free')).toEqual(['free']);
  });

  it('of a place: itself, then what stands there, topmost first', () => {
    expect(meanings(scene, 'here')).toEqual(['here', 'high', 'low']);
  });
});

describe('withGhost', () => {
  it('moves what is there and adds what is new', () => {
    const after = withGhost([piece('a'), piece('b')], [piece('a', '', 5), piece('c')]);
    expect(after.map((p) => [p.id, p.x])).toEqual([['b', 0], ['a', 5], ['c', 0]]);
  });
});
