import { describe, expect, it } from 'vitest';
import type { AnalysisFound, MistakeView } from '../types';
import {
  curvesOf,
  fewOf,
  hasPoints,
  lossText,
  luckiest,
  marksOf,
  notesOf,
  signed,
  signOf,
  summaries,
  unnamed,
} from './analysis';

const PLAYERS = [
  { seat: 0, name: 'Ann', colour: '#b4513a' },
  { seat: 1, name: 'Ben', colour: '#3f8f4f' },
];
const PANELS = [
  { seat: 0, title: 'Red' },
  { seat: 1, title: 'Blue' },
];
const decision = (ply: number, seat: number, loss: number) => ({
  ply,
  seat,
  played: 1,
  better: 2,
  loss,
  points: null,
  is_checked: true,
  low: loss / 2,
  high: loss * 2,
});
const mistake = (ply: number, seat: number, loss: number): MistakeView => ({
  decision: decision(ply, seat, loss),
  line: [2],
  position: {},
  before: [0.5, 0.5],
  after: [0.4, 0.6],
  played: 'C1',
  better: 'C2',
  line_words: ['C2'],
  reasons: [],
  events: [],
  played_events: [],
});
const FOUND: AnalysisFound = {
  is_exact: false,
  moments: [
    { ply: 1, chances: [0.5, 0.5], points: [0, 0] },
    { ply: 3, chances: [0.7, 0.3], points: [4, 2] },
    { ply: 4, chances: [1, 0], points: [9, 2] },
  ],
  decisions: [decision(1, 0, 0.02), decision(2, 1, 0.2), decision(3, 1, 0.05)],
  luck: [
    { ply: 0, gains: [0.03, -0.03] },
    { ply: 2, gains: [-0.1, 0.1] },
  ],
  mistakes: [mistake(1, 0, 0.02), mistake(2, 1, 0.2), mistake(3, 1, 0.05)],
  summary: [],
  least: { chance: 0.01, points: 0.3 },
};

describe('an analysis', () => {
  it('has a curve for each seat, level between decisions', () => {
    expect(curvesOf(FOUND, 4, 'chances')[0]?.values).toEqual([null, 0.5, 0.5, 0.7, 1]);
    expect(curvesOf(FOUND, 4, 'points')[1]?.values).toEqual([null, 0, 0, 2, 2]);
    expect(curvesOf(null, 4, 'chances')).toEqual([]);
  });
  it('has points only where they are more than won and lost', () => {
    expect(hasPoints(FOUND)).toBe(true);
    expect(hasPoints({ ...FOUND, moments: [{ ply: 4, chances: [1, 0], points: [1, -1] }] })).toBe(false);
  });
  it('marks mistakes by their size', () => {
    expect(FOUND.mistakes.map(signOf)).toEqual(['?!', '??', '?!']);
    expect(marksOf(FOUND)[1]).toMatchObject({ ply: 2, sign: '??', label: 'C1 (−20%)' });
    expect(lossText(mistake(1, 0, 0.034))).toBe('−3%');
  });
  it('adds up luck, averages losses, and lists the costliest mistake first', () => {
    const [ann, ben] = summaries(FOUND, PLAYERS);
    expect(ann?.luck).toBeCloseTo(-0.07);
    expect(ben?.loss).toBeCloseTo(0.125);
    expect(ben?.mistakes.map((each) => each.decision.ply)).toEqual([2, 3]);
  });
  it('says of every action what it cost, and of chance whom it helped', () => {
    const guess = { ...decision(5, 1, 0.03), is_checked: false };
    const none = decision(6, 1, 0);
    const notes = notesOf({ ...FOUND, decisions: [...FOUND.decisions, guess, none] }, PANELS);
    expect(notes.get(2)).toMatchObject({ who: 'Red', text: '−10%', label: 'Luck: Red −10%', isMarked: true });
    expect(notes.get(3)).toMatchObject({ text: '−5%', tone: 'bad', isMarked: true });
    expect(notes.get(5)).toMatchObject({ text: '≈ −3%', tone: 'plain', isMarked: false });
    expect(notes.get(6)).toMatchObject({ text: '', label: 'Nothing better was found.', isMarked: false });
    expect(notesOf({ ...FOUND, is_exact: true, decisions: [guess] }, PANELS).get(5)?.text).toBe('−3%');
    expect(notesOf(null, PANELS).size).toBe(0);
  });
  it('leaves to the server what is too small to count', () => {
    const strict = { ...FOUND, least: { chance: 0.06, points: 2 } };
    expect([...notesOf(strict, PANELS)].filter(([, note]) => note.text).map(([ply]) => ply)).toEqual([2]);
    expect(luckiest(strict, 2)).toHaveLength(1);
    const alone = { ...strict, moments: [{ ply: 1, chances: [1], points: [0] }], luck: [] };
    const lost = (points: number) => notesOf({ ...alone, decisions: [{ ...decision(1, 0, 0), points }] }, PANELS);
    expect(lost(1.9).get(1)?.text).toBe('');
    expect(lost(2).get(1)?.text).toBe('−2 points');
  });
  it('shows the marked notes of many, and that nothing was lost only if nothing was', () => {
    const note = (text: string, isMarked = false) => ({ who: '', text, label: '', tone: 'plain' as const, isMarked });
    expect(fewOf([note(''), note('')])).toHaveLength(1);
    expect(fewOf([note(''), note('−1%')])).toEqual([note('−1%')]);
    expect(fewOf([note('−1%'), note('−2%'), note('−9%', true)])).toEqual([note('−9%', true)]);
    expect(fewOf([])).toEqual([]);
  });
  it('finds the outcome of chance that changed most', () => {
    expect(luckiest(FOUND, 1)).toEqual([{ ply: 2, seat: 0, gain: -0.1 }]);
  });
});

describe('a gain', () => {
  it('has a sign unless it is nothing', () => {
    expect([-0.004, 0, 0.004, 0.12, -0.12].map(signed)).toEqual(['0%', '0%', '0%', '+12%', '−12%']);
  });
});

describe('unnamed', () => {
  it('leaves out the name of the seat alone', () => {
    expect(unnamed('Black: castle from 3 to 4', 'Black')).toBe('castle from 3 to 4');
    expect(unnamed('Black takes a tile', 'Black')).toBe('Black takes a tile');
    expect(unnamed('White: castle', 'Black')).toBe('White: castle');
  });
});
