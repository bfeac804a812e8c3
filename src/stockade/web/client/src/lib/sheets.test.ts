import { describe, expect, it } from 'vitest';
import type { Choice, Scene, Sheet } from '../types';
import { gainsOf, gainText, ownColumn, seatsOf } from './sheets';

const scene = (viewer: number | null) =>
  ({ viewer, panels: [{ seat: 0 }, { seat: 1 }, { seat: 2 }] }) as unknown as Scene;
const sheet = (...columns: string[]): Sheet => ({ id: 's', title: 'S', facts: [], columns, pinned: false });

describe('columns of a sheet', () => {
  it('belong to seats where there is one for each', () => {
    expect(seatsOf(scene(0), sheet('A', 'B', 'C'))).toEqual([0, 1, 2]);
    expect(seatsOf(scene(0), sheet('now', 'most'))).toEqual([]);
  });
  it("show which is the viewer's own", () => {
    expect(ownColumn(scene(2), sheet('A', 'B', 'C'))).toBe(2);
    expect(ownColumn(scene(2), sheet('now', 'most'))).toBe(-1);
    expect(ownColumn(scene(null), sheet('A', 'B', 'C'))).toBe(-1);
    expect(ownColumn(scene(null), sheet())).toBe(0);
  });
});

describe('gains', () => {
  const choice = {
    gains: [
      ['Elk', '+3'],
      ['Forest', '+2'],
      ['Total', '+5'],
    ],
  } as unknown as Choice;
  const total = { label: 'Total', value: '', art: '', detail: '', values: [], strong: true };
  const table = { ...scene(0), sheets: [{ ...sheet(), pinned: true, facts: [total] }] };
  it('are found by their lines, and read in one without their sums', () => {
    expect(gainsOf(choice).get('Forest')).toBe('+2');
    expect(gainText(table, choice)).toBe('Elk +3 · Forest +2');
  });
  it('may be none', () => {
    expect(gainsOf(null).size).toBe(0);
    expect(gainText(table, {} as Choice)).toBe('');
  });
});
