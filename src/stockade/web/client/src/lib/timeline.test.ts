import { describe, expect, it } from 'vitest';
import {
  ceilingOf,
  legible,
  markNear,
  momentText,
  pathOf,
  plyAt,
  valuesAt,
  xOf,
  yOf,
  type Curve,
  type Mark,
} from './timeline';

const PLAYERS = [
  { seat: 0, name: 'Ann', colour: '#b4513a' },
  { seat: 1, name: 'Ben', colour: '#3f8f4f' },
  { seat: 2, name: 'Cem', colour: '#8d57a8' },
];
/** A match of 100 plies in which Ben slowly overtakes Ann; Cem joins late. */
const CURVES: Curve[] = [
  { seat: 1, values: Array.from({ length: 101 }, (_, ply) => 0.2 + ply / 200) },
  { seat: 0, values: Array.from({ length: 101 }, (_, ply) => 0.6 - ply / 250) },
  { seat: 2, values: Array.from({ length: 101 }, (_, ply) => (ply < 50 ? null : 0.1)) },
];
const MARKS: Mark[] = [
  { ply: 10, label: 'Ann asked for a hint' },
  { ply: 40, label: 'Ben: a mistake', sign: '?', tone: 'bad' },
  { ply: 41, label: 'Ann: a blunder', sign: '??', tone: 'bad' },
  { ply: 90, label: 'Ben: the only move', sign: '!', tone: 'good' },
];

describe('a timeline', () => {
  it('has a place for every ply, and a ply for every place', () => {
    expect(xOf(0, 100, 300)).toBe(0);
    expect(xOf(100, 100, 300)).toBe(300);
    expect(xOf(0, 0, 300)).toBe(0);
    for (const ply of [0, 1, 41, 99, 100]) expect(plyAt(xOf(ply, 100, 343), 100, 343)).toBe(ply);
    expect(plyAt(-20, 100, 300)).toBe(0);
    expect(plyAt(999, 100, 300)).toBe(100);
    expect(plyAt(5, 100, 0)).toBe(0);
  });
  it('draws certainty at the top and nothing outside', () => {
    expect([1, 0.5, 0, 1.2, -3].map((value) => yOf(value, 60))).toEqual([0, 30, 60, 0, 60]);
  });
  it('uses its whole height where several players share the chances', () => {
    expect(ceilingOf(CURVES)).toBe(0.8);
    expect(ceilingOf([{ seat: 0, values: [0.2, null, 0.35] }])).toBe(0.4);
    expect(ceilingOf([{ seat: 0, values: [0, 1] }])).toBe(1);
    expect(ceilingOf([])).toBe(0.4);
    expect(yOf(0.4, 60, 0.8)).toBe(30);
    expect(pathOf([0, 0.4], 1, 90, 20, 0.4)).toBe('M0 20h0.1L90 0');
  });
  it('draws a line through all values', () => {
    expect(pathOf([0, 0.5, 1], 2, 100, 40)).toBe('M0 40h0.1L50 20L100 0');
    expect(pathOf(CURVES[0]!.values, 100, 300, 60).match(/L/g)).toHaveLength(100);
  });
  it('leaves gaps where nothing is known', () => {
    expect(pathOf([0.5, null, 0.5, 0.5], 3, 90, 20)).toBe('M0 10h0.1M60 10h0.1L90 10');
    expect(pathOf([null, Number.NaN], 1, 90, 20)).toBe('');
    expect(pathOf([], 3, 90, 20)).toBe('');
    // A curve may be shorter than the match, or longer.
    expect(pathOf([1, 1, 1, 1], 1, 90, 20)).toBe('M0 0h0.1L90 0');
  });
  it('says what there is at a move, in the order of the seats', () => {
    expect(momentText(40, CURVES, PLAYERS, MARKS)).toBe('Move 40: Ann 44%, Ben 40%. Ben: a mistake');
    expect(momentText(60, CURVES, PLAYERS, MARKS)).toBe('Move 60: Ann 36%, Ben 50%, Cem 10%');
    expect(momentText(10, [], PLAYERS, MARKS)).toBe('Move 10. Ann asked for a hint');
    expect(valuesAt(CURVES, PLAYERS, 20).map(({ value }) => value)).toEqual([0.52, 0.30000000000000004, null]);
  });
  it('finds the mark near a finger', () => {
    expect(markNear(MARKS, 33, 100, 300, 12)?.ply).toBe(10);
    expect(markNear(MARKS, 122.4, 100, 300, 12)?.ply).toBe(41);
    expect(markNear(MARKS, 200, 100, 300, 12)).toBeUndefined();
    expect(markNear([], 200, 100, 300, 12)).toBeUndefined();
  });
  it('writes signs only where there is room', () => {
    expect([...legible(MARKS, 100, 300, 14)].map((mark) => mark.sign)).toEqual(['?', '!']);
    expect([...legible(MARKS, 100, 3000, 14)].map((mark) => mark.sign)).toEqual(['?', '??', '!']);
  });
});
