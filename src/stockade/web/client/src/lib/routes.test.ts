import { describe, expect, it } from 'vitest';
import {
  labPath,
  learnPath,
  openingsPath,
  parse,
  personPath,
  ratingsPath,
  replayPath,
  tablePath,
  variationsPath,
} from './routes';

describe('routes', () => {
  it('knows the shelf', () => {
    expect(parse('/')).toEqual({ page: 'shelf' });
    expect(parse('')).toEqual({ page: 'shelf' });
  });

  it('knows a table with or without a slash at the end', () => {
    expect(parse('/m/abc')).toEqual({ page: 'table', id: 'abc' });
    expect(parse('/m/abc/')).toEqual({ page: 'table', id: 'abc' });
  });

  it('knows a moment of a match', () => {
    expect(parse('/m/abc/12')).toEqual({ page: 'replay', id: 'abc', ply: 12, viewer: null });
    expect(parse('/m/abc/12?viewer=3')).toEqual({ page: 'replay', id: 'abc', ply: 12, viewer: 3 });
    for (const query of ['viewer=', 'viewer=-1', 'viewer=x', 'viewer=1e1', 'viewer=999', 'seat=1'])
      expect(parse(`/m/abc/12?${query}`)).toEqual({ page: 'replay', id: 'abc', ply: 12, viewer: null });
  });

  it('keeps the moves of a book', () => {
    expect(parse(openingsPath('chess'))).toEqual({ page: 'openings', game: 'chess', moves: [] });
    const moves = ['e2-e4', 'e7 + e5'];
    expect(parse(openingsPath('chess', moves))).toEqual({ page: 'openings', game: 'chess', moves });
  });

  it('knows the variations of a match, and the lab', () => {
    expect(parse(variationsPath('abc', 12))).toEqual({ page: 'variations', id: 'abc', ply: 12, tree: 0, move: null });
    const move = { page: 'variations', id: 'abc', ply: 12, tree: 1, move: 3 };
    expect(parse(variationsPath('abc', 12, 1, 3))).toEqual(move);
    expect(parse('/m/abc/12/else')).toEqual({ page: 'missing' });
    expect(parse(labPath('some_game'))).toEqual({ page: 'lab', game: 'some_game', id: null, ply: 0 });
    expect(parse(labPath('some_game', 'abc', 7))).toEqual({ page: 'lab', game: 'some_game', id: 'abc', ply: 7 });
    expect(parse('/lab/some_game/abc')).toEqual({ page: 'missing' });
    expect(parse('/lab/some_game/abc/x')).toEqual({ page: 'missing' });
  });

  it('knows the lessons', () => {
    expect(parse('/learn/some_game')).toEqual({ page: 'learn', game: 'some_game' });
  });

  it('knows the account and the link of another device', () => {
    expect(parse('/account')).toEqual({ page: 'account' });
    expect(parse('/link')).toEqual({ page: 'link' });
  });

  it('knows people and ratings', () => {
    expect(parse('/people/abc')).toEqual({ page: 'person', id: 'abc' });
    expect(parse('/ratings')).toEqual({ page: 'ratings', game: '', players: null });
    expect(parse('/ratings/some_game/3')).toEqual({ page: 'ratings', game: 'some_game', players: 3 });
  });

  it.each([
    '/m',
    '/people',
    '/ratings/x/y',
    '/ratings/x/2/3',
    '/account/x',
    '/m/abc/x',
    '/m/abc/1/2',
    '/learn',
    '/other',
  ])('does not know %s', (path) => {
    expect(parse(path)).toEqual({ page: 'missing' });
  });

  it('survives a broken escape', () => {
    expect(parse('/m/%E0%A4%A')).toEqual({ page: 'table', id: '%E0%A4%A' });
  });

  it('reads what it writes', () => {
    expect(parse(tablePath('a b/c'))).toEqual({ page: 'table', id: 'a b/c' });
    expect(parse(replayPath('x', 0))).toEqual({ page: 'replay', id: 'x', ply: 0, viewer: null });
    expect(parse(replayPath('x', 7, 0))).toEqual({ page: 'replay', id: 'x', ply: 7, viewer: 0 });
    expect(parse(personPath('a/b'))).toEqual({ page: 'person', id: 'a/b' });
    expect(parse(ratingsPath())).toEqual({ page: 'ratings', game: '', players: null });
    expect(parse(ratingsPath('x', 2))).toEqual({ page: 'ratings', game: 'x', players: 2 });
    expect(parse(learnPath('x'))).toEqual({ page: 'learn', game: 'x' });
  });
});
