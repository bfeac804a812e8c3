import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import type { Curve, Mark } from '../lib/timeline';
import Timeline from './Timeline.svelte';

const PLAYERS = [
  { seat: 0, name: 'Ann', colour: '#b4513a' },
  { seat: 1, name: 'Ben', colour: '#3f8f4f' },
  { seat: 2, name: 'Cem', colour: '#8d57a8' },
];
const CURVES: Curve[] = PLAYERS.map(({ seat }) => ({
  seat,
  values: Array.from({ length: 81 }, (_, ply) => (ply < 10 * seat ? null : (seat + 1 + ply / 80) / 9)),
}));
const MARKS: Mark[] = [
  { ply: 41, label: 'Ben: a mistake', sign: '?', tone: 'bad' },
  { ply: 60, label: 'Ann asked for a hint' },
];

const drawn = (more: { ply?: number; marks?: Mark[]; curves?: Curve[] }) =>
  render(Timeline, { props: { ply: 41, last: 80, players: PLAYERS, ongo: () => {}, ...more } }).body;
const count = (text: string, part: string) => text.split(part).length - 1;

describe('a timeline', () => {
  it('is a plain slider without curves and marks', () => {
    const body = drawn({});
    expect(body).toContain('aria-valuetext="Move 41"');
    expect(body).not.toContain('timeline-legend');
    expect(body).not.toContain('<path');
  });
  it('has a line and a place in the legend for each seat', () => {
    const body = drawn({ curves: CURVES });
    expect(count(body, 'data-testid="curve"')).toBe(3);
    for (const { name, colour } of PLAYERS) {
      expect(body).toContain(name);
      expect(count(body, `stroke="${colour}"`)).toBe(2);
    }
    // The lines differ by more than their colours.
    expect(new Set(body.match(/stroke-dasharray="[^"]*"/g)).size).toBe(3);
    expect(body).toContain('aria-valuetext="Move 41: Ann 17%, Ben 28%, Cem 39%"');
    expect(count(body, '<circle')).toBe(3);
  });
  it('says where nothing is known', () => {
    const body = drawn({ curves: CURVES, ply: 5 });
    expect(body).toContain('aria-valuetext="Move 5: Ann 12%"');
    expect(count(body, '<circle')).toBe(1);
    expect(count(body, '>–<')).toBe(2);
  });
  it('leaves out seats without a curve', () => {
    const body = drawn({ curves: CURVES.slice(1) });
    expect(body).not.toContain('Ann');
    expect(count(body, 'data-testid="curve"')).toBe(2);
  });
  it('shows marks with and without signs, and says them', () => {
    const body = drawn({ marks: MARKS });
    expect(count(body, 'data-testid="timeline-mark"')).toBe(2);
    expect(body).toContain('aria-valuetext="Move 41. Ben: a mistake"');
    expect(body).toMatch(/>\?<\/text>/);
    expect(body).toContain('aria-keyshortcuts="PageUp PageDown"');
  });
});
