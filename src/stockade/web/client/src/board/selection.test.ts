import { describe, expect, it } from 'vitest';
import type { Choice, Piece, Scene } from '../types';
import {
  alive,
  buttons,
  completing,
  inTurn,
  isPlacement,
  matching,
  meanings,
  touch,
  turned,
  withGhost,
} from './selection';

let action = 0;
const choice = (...touches: string[]): Choice => ({
  action: action++,
  text: touches.join('-'),
  label: '',
  touches,
  prospect: '',
  gain: '',
  ghost: [],
  turn: null,
  either: false,
  gains: [],
  amount: null,
  kind: '',
  asks: [],
  final: false,
});
const piece = (id: string, place = '', x = 0): Piece => ({
  id,
  place,
  x,
  y: 0,
  w: 1,
  h: 1,
  label: id,
  art: '',
  owner: 0,
  turn: 0,
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

describe('touches in any order', () => {
  const line = (...touches: string[]): Choice => ({ ...choice(...touches), either: true });
  const wide = line('a', 'c');
  const lines = [line('a', 'b'), wide, line('b', 'c')];

  it('begin at any end and go on at the other', () => {
    expect([...alive(lines, [])].sort()).toEqual(['a', 'b', 'c']);
    expect([...alive(lines, ['c'])].sort()).toEqual(['a', 'b']);
    expect(touch(lines, ['c'], ['a'])).toEqual({ kind: 'play', choice: wide });
    expect(touch(lines, ['a'], ['c'])).toEqual({ kind: 'play', choice: wide });
  });

  it('show what a last touch would play from either end', () => {
    expect(completing(lines, ['c'], 'a')).toEqual([wide]);
    expect(completing(lines, [], 'a')).toEqual([]);
  });

  it('want as many touches as they name', () => {
    expect(matching([line('a', 'a')], ['a', 'a'])).toHaveLength(1);
    expect(matching([line('a', 'b')], ['a', 'a'])).toEqual([]);
  });

  it('leave others in their order', () => {
    expect([...alive([...lines, choice('x', 'y')], [])].sort()).toEqual(['a', 'b', 'c', 'x']);
  });
});

describe('one thing in several turns', () => {
  const at = (place: string, turn: number): Choice => ({ ...choice(place), turn });
  const four = [0, 1, 2, 3].map((turn) => at('here', turn));
  const three = [1, 2, 3].map((turn) => at('there', turn));

  it('is one placement, and no question', () => {
    expect(touch([...four, ...three], [], ['here'])).toEqual({ kind: 'place', touched: ['here'], choices: four });
  });

  it('is a placement even where only one turn fits', () => {
    expect(touch([at('here', 2)], [], ['here'])).toMatchObject({ kind: 'place' });
  });

  it('is a question where something else is meant by the same touch', () => {
    expect(touch([...four, choice('here')], [], ['here'])).toMatchObject({ kind: 'ask' });
    expect(isPlacement([])).toBe(false);
  });

  it('keeps its turn, or takes the next that is offered', () => {
    expect(inTurn(four, 2)).toBe(four[2]);
    expect(inTurn(three, 0)).toBe(three[0]);
    expect(inTurn([at('x', 0), at('x', 1)], 3)?.turn).toBe(0);
  });

  it('goes round among those that are offered, both ways', () => {
    expect(turned(four, 3, 1)).toBe(0);
    expect(turned(four, 0, -1)).toBe(3);
    expect(turned(three, 3, 1)).toBe(1);
    expect(turned(three, 1, -1)).toBe(3);
    expect(turned(three, 0, 1)).toBe(2);
    expect(turned([at('x', 2)], 2, 1)).toBe(2);
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
    expect(after.map((p) => [p.id, p.x])).toEqual([
      ['b', 0],
      ['a', 5],
      ['c', 0],
    ]);
  });
});
