import { describe, expect, test } from 'vitest';
import { actionsTo, pathTo, rowsOf, tried, without } from './variations';

const node = (parent: number | null, ply: number, ...actions: number[]) => ({ parent, ply, actions, comment: '' });
//  ply 4: 0 -> 1 -> 3
//            \-> 2
//  ply 1: 4
const TREE = [node(null, 4, 10), node(0, 4, 11, 90), node(0, 4, 12), node(1, 4, 13), node(null, 1, 20)];

describe('variations', () => {
  test('lead from the match to a move', () => {
    expect(pathTo(TREE, 3)).toEqual([0, 1, 3]);
    expect(actionsTo(TREE, 3)).toEqual([10, 11, 90, 13]);
    expect(actionsTo(TREE, null)).toEqual([]);
  });

  test('are not tried twice', () => {
    expect(tried(TREE, 0, 4, [12])).toBe(2);
    expect(tried(TREE, 0, 4, [11])).toBe(null); // chance was different
    expect(tried(TREE, null, 1, [20])).toBe(4);
    expect(tried(TREE, null, 2, [20])).toBe(null);
  });

  test('are deleted with everything after them', () => {
    expect(without(TREE, 1)).toEqual([node(null, 4, 10), node(0, 4, 12), node(null, 1, 20)]);
    expect(without(TREE, 0)).toEqual([node(null, 1, 20)]);
  });

  test('are listed by moments, with forks indented', () => {
    expect(rowsOf(TREE)).toEqual([
      { ply: 1, rows: [{ node: 4, depth: 0 }] },
      {
        ply: 4,
        rows: [
          { node: 0, depth: 0 },
          { node: 1, depth: 0 },
          { node: 2, depth: 1 },
          { node: 3, depth: 0 },
        ],
      },
    ]);
  });
});
