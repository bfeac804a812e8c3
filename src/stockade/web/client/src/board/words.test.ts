import { describe, expect, it } from 'vitest';
import type { Area, Choice, Piece, Scene } from '../types';
import { aboutOf, effectOf, kindsOf, nameOf, promptOf, spoken, verbOf } from './words';

const choice = (action: number, touches: string[], more: Partial<Choice> = {}): Choice => ({
  action,
  text: `${action}`,
  label: `Action ${action}`,
  touches,
  gain: '',
  prospect: '',
  ghost: [],
  turn: null,
  either: false,
  gains: [],
  amount: null,
  kind: '',
  asks: [],
  final: false,
  ...more,
});
const area = (id: string, label: string, closed = ''): Area => ({
  ...{ id, label, closed, art: '', turn: 0 },
  ...{ x: 0, y: 0, w: 1, h: 1 },
});
const piece = (id: string, label: string, place: string): Piece => ({
  ...{ id, label, place, art: '', turn: 0, owner: null },
  ...{ x: 0, y: 0, w: 1, h: 1 },
});
const things = new Map<string, Area | Piece>(
  [
    area('b3l', 'Base space b3l: lower in basin 3'),
    area('full', 'Bank', 'There is no room.'),
    area('decoration', ''),
    piece('tile', 'Tile base', 'hand'),
    area('hand', 'Technology tiles of the USA'),
    piece('wall', 'Junk wall: pays $7', 'slot'),
    area('slot', 'Slot 1: junk wall: pays $7'),
    piece('pawn', 'Engineers of Italy', 'full'),
  ].map((thing) => [thing.id, thing]),
);

describe('what is said about a thing', () => {
  it('is its name, what there is to know about it, and the place where it stands', () => {
    expect(aboutOf(things, 'b3l')).toEqual({ name: 'Base space b3l', text: 'lower in basin 3', place: '', closed: '' });
    expect(aboutOf(things, 'tile')).toMatchObject({ name: 'Tile base', place: 'Technology tiles of the USA' });
    expect(aboutOf(things, 'wall')).toMatchObject({ name: 'Junk wall', place: '' });
  });
  it('includes why it is closed, also for a piece that stands there', () => {
    expect(aboutOf(things, 'full')?.closed).toBe('There is no room.');
    expect(aboutOf(things, 'pawn')?.closed).toBe('There is no room.');
    expect(spoken(area('full', 'Bank', 'There is no room.'))).toBe('Bank. There is no room.');
  });
  it('is nothing for decoration', () => {
    expect(aboutOf(things, 'decoration')).toBeNull();
    expect(aboutOf(things, 'gone')).toBeNull();
  });
  it('takes a time or a ratio for a part of the name', () => expect(nameOf('Odds 3:1 on red')).toBe('Odds 3:1 on red'));
});

describe('the prompt of a half-made move', () => {
  const build = { kind: 'Build base', asks: ['a space', 'the technology tile'] };
  const scene = {
    choices: [
      choice(1, ['b3l', 'tile'], build),
      choice(2, ['b3l', 'wild'], build),
      choice(3, ['b3l', 'pawn'], { asks: ['a space', 'an engineer'] }),
      choice(4, ['full'], { asks: ['a space'] }),
    ],
  } as unknown as Scene;
  it('names what was touched and what to choose next', () => {
    expect(promptOf(scene, things, ['b3l'])).toBe('Base space b3l: choose the technology tile or an engineer');
  });
  it('is none before the first touch and after the last', () => {
    expect(promptOf(scene, things, [])).toBeNull();
    expect(promptOf(scene, things, ['full'])).toBeNull();
  });
});

describe('a choice in words', () => {
  it('says what it does and what it may lead to', () => {
    expect(effectOf({ ...choice(1, []), gain: '−1 engineer', prospect: 'up to +3' })).toBe('−1 engineer, up to +3');
    expect(effectOf({ ...choice(1, []), gain: '−$5, +1 wall' })).toBe('−\u2060$5, +1 wall');
    expect(effectOf(choice(1, []))).toBe('');
  });
  it('is confirmed by its kind, or else by its label', () => {
    expect(verbOf(choice(1, [], { kind: 'Build base' }))).toBe('Build base');
    expect(verbOf(choice(1, []))).toBe('Action 1');
  });
});

describe('the kinds of actions on a board', () => {
  const many = (kind: string, from: number, count: number) =>
    Array.from({ length: count }, (_, i) => choice(from + i, [`${kind}-${i}`, 'tile'], { kind }));
  it('are counted by the things that they start with', () => {
    const choices = [...many('Build', 0, 10), ...many('Build', 50, 10), ...many('Produce', 100, 4)];
    expect(kindsOf(choices)).toEqual([
      { kind: 'Build', count: 10 },
      { kind: 'Produce', count: 4 },
    ]);
  });
  it('are not listed on a board with few things to touch, or with one kind', () => {
    expect(kindsOf([...many('Build', 0, 8), ...many('Produce', 100, 4)])).toEqual([]);
    expect(kindsOf(many('Build', 0, 40))).toEqual([]);
  });
});
