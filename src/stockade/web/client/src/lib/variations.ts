// A tree of variations as a flat list: every move comes after the one that it follows.
import type { Variation, VariationView } from '../types';

/** One line of a list of variations, and how far it is indented: further with every fork. */
export interface Row {
  node: number;
  depth: number;
}

const childrenOf = (nodes: readonly Variation[], parent: number): number[] =>
  nodes.flatMap((node, i) => (node.parent === parent ? [i] : []));

/** Returns the moves that lead to one, and the move itself. */
export function pathTo(nodes: readonly Variation[], at: number): number[] {
  const path: number[] = [];
  for (let node: number | null = at; node !== null; node = nodes[node]?.parent ?? null) path.unshift(node);
  return path;
}

/** Returns all actions from the match to the end of a move, chance included. */
export const actionsTo = (nodes: readonly Variation[], at: number | null): number[] =>
  at === null ? [] : pathTo(nodes, at).flatMap((node) => nodes[node]?.actions ?? []);

/** Returns the move after one (or after the match) that was tried already, or null. */
export function tried(
  nodes: readonly Variation[],
  parent: number | null,
  ply: number,
  actions: readonly number[],
): number | null {
  const same = (node: Variation) =>
    node.actions.length === actions.length && node.actions.every((a, i) => a === actions[i]);
  const found = nodes.findIndex((node) => node.parent === parent && node.ply === ply && same(node));
  return found < 0 ? null : found;
}

/** Returns a list without a move and everything after it. */
export function without<T extends Variation>(nodes: readonly T[], at: number): T[] {
  const gone = new Set<number>();
  const places = new Map<number, number>();
  const left: T[] = [];
  nodes.forEach((node, i) => {
    if (i === at || (node.parent !== null && gone.has(node.parent))) gone.add(i);
    else {
      places.set(i, left.length);
      left.push({ ...node, parent: node.parent === null ? null : (places.get(node.parent) ?? null) });
    }
  });
  return left;
}

/**
 * Returns the moves in reading order, by the moment at which they leave the match. Other moves in place of one follow
 * it at once, indented, as in a book of chess; then its line goes on.
 */
export function rowsOf(nodes: readonly Variation[]): { ply: number; rows: Row[] }[] {
  const plies = [...new Set(nodes.filter((node) => node.parent === null).map((node) => node.ply))].sort(
    (a, b) => a - b,
  );
  return plies.map((ply) => {
    const rows: Row[] = [];
    const goOn = (parent: number, depth: number): void => {
      const [first, ...others] = childrenOf(nodes, parent);
      if (first === undefined) return;
      rows.push({ node: first, depth });
      for (const other of others) follow(other, depth + 1);
      goOn(first, depth);
    };
    const follow = (node: number, depth: number): void => {
      rows.push({ node, depth });
      goOn(node, depth);
    };
    nodes.forEach((node, i) => node.parent === null && node.ply === ply && follow(i, 0));
    return { ply, rows };
  });
}

/** Returns the parts of the moves that the server stores. */
export const plainNodes = (nodes: readonly VariationView[]): Variation[] =>
  nodes.map(({ parent, ply, actions, comment }) => ({ parent, ply, actions, comment }));
