import { describe, expect, it } from 'vitest';
import type { Choice, Scene, Sheet } from '../types';
import { coloursOf, gainingColumn, gainsOf, gainText, isFigure, isSteep, isTold, ownColumns } from './sheets';

const scene = (viewer: number | null) =>
  ({
    viewer,
    panels: [
      { seat: 0, colour: 'red' },
      { seat: 1, colour: 'blue' },
    ],
  }) as unknown as Scene;
const column = (title: string, seat: number | null = null, colour = '', acts = false) => ({
  title,
  seat,
  colour,
  acts,
});
const sheet = (...columns: Sheet['columns']): Sheet => ({ id: 's', title: 'S', facts: [], columns, pinned: false });

describe('the heads of columns', () => {
  const named = (...titles: string[]) => titles.map((title) => ({ title }));
  it('are written upwards if they are many or long', () => {
    expect(isSteep(named('Germany', 'Italy', 'France', 'USA'))).toBe(false);
    expect(isSteep(named('Deutschland', 'Italien', 'Frankreich', 'USA'))).toBe(true);
    expect(isSteep(named('A', 'B', 'C', 'D', 'E'))).toBe(true);
    expect(isSteep([])).toBe(false);
  });
});

describe('columns of a sheet', () => {
  const seats = sheet(column('A', 0), column('B', 1));
  const double = (acting: number) =>
    sheet(...['red', 'blue', 'green', 'gold'].map((colour, i) => column(colour, i % 2, colour, i === acting)));
  const others = sheet(column('now'), column('most'));
  it("show which are the viewer's own", () => {
    expect(ownColumns(scene(1), seats)).toEqual([1]);
    expect(ownColumns(scene(1), double(2))).toEqual([1, 3]);
    expect(ownColumns(scene(1), others)).toEqual([]);
    expect(ownColumns(scene(null), seats)).toEqual([]);
    expect(ownColumns(scene(null), others)).toEqual([]);
  });
  it('have gains next to the own one that acts', () => {
    expect(gainingColumn(scene(1), seats)).toBe(1);
    expect(gainingColumn(scene(1), double(3))).toBe(3);
    expect(gainingColumn(scene(1), double(2))).toBe(1);
    expect(gainingColumn(scene(null), double(2))).toBe(-1);
    expect(gainingColumn(scene(null), sheet())).toBe(0);
  });
  it('have a colour of their own, or that of their seat', () => {
    expect(coloursOf(scene(0), seats)).toEqual(['red', 'blue']);
    expect(coloursOf(scene(0), double(0))).toEqual(['red', 'blue', 'green', 'gold']);
    expect(coloursOf(scene(0), others)).toEqual(['transparent', 'transparent']);
  });
});

describe('values', () => {
  const line = (value: string) => ({ label: 'L', value, art: '', detail: '', values: [], strong: false });
  it('are figures or words', () => {
    expect(['3', '−2', '$12', '–', '2:30'].every(isFigure)).toBe(true);
    expect(['in 2', 'none', '2 of 20'].some(isFigure)).toBe(false);
  });
  it('are read where one of them is a sentence', () => {
    expect(isTold({ ...sheet(), facts: [line('none'), line('1 credit and 2 turns')] })).toBe(true);
    expect(isTold({ ...sheet(), facts: [line('none'), line('12')] })).toBe(false);
    expect(isTold({ ...sheet(column('A')), facts: [line('1 credit and 2 turns')] })).toBe(false);
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
