import { describe, expect, it } from 'vitest';
import type { PublicMatch, RatingPoint } from '../types';
import { outcomeText, plotOf, ranking, ratingAt, ratingText, seatRatingText } from './ratings';

const point = (value: number, spread: number): RatingPoint => ({
  at: '2026-01-02T12:00:00Z',
  value,
  spread,
  match: 'm',
  place: 1,
  stood_in: false,
});
const rating = (value: number) => ({ value, spread: 80, provisional: false });

describe('ratings', () => {
  it('are shown with their spread, and after a match with the change', () => {
    expect(ratingText(rating(1540))).toBe('1540 ± 80');
    const seat = { seat: 0, place: null, before: 1540, value: 1540, spread: 80, stood_in: false };
    expect(seatRatingText(seat)).toBe('1540 ± 80');
    expect(seatRatingText({ ...seat, place: 1, value: 1552 })).toBe('1552 ± 80 (+12)');
    expect(seatRatingText({ ...seat, place: 2, value: 1531 })).toBe('1531 ± 80 (−9)');
  });

  it('of a level are those at the table', () => {
    const level = {
      level: 4,
      name: 'Warden',
      text: '',
      ready: true,
      ratings: { 2: rating(1706), 4: rating(1658) },
    };
    expect(ratingAt(level, 2)?.value).toBe(1706);
    expect(ratingAt(level, 4)?.value).toBe(1658);
    expect(ratingAt(level, 1)).toBeNull();
  });

  it('rank people and bots together', () => {
    const list = ranking({
      game: 'x',
      players: 2,
      people: [
        { id: 'a', name: 'Anna', rating: rating(1700), matches: 9 },
        { id: 'b', name: 'Ben', rating: rating(1200), matches: 9 },
      ],
      bots: [{ level: 3, name: 'Warden', rating: rating(1500), matches: 0 }],
    });
    expect(list.map(({ name, id, level }) => [name, id, level])).toEqual([
      ['Anna', 'a', null],
      ['Warden', null, 3],
      ['Ben', 'b', null],
    ]);
  });

  it('say how a match ended for a seat', () => {
    const match = (winners: number[], players = 2) =>
      ({ seat: 0, players, result: { winners, scores: [7, 3], reason: '' } }) as unknown as PublicMatch;
    expect(outcomeText(match([0]))).toBe('won');
    expect(outcomeText(match([1]))).toBe('lost');
    expect(outcomeText(match([0, 1]))).toBe('draw');
    expect(outcomeText(match([]))).toBe('nobody won');
    expect(outcomeText(match([0], 1))).toBe('7 points');
  });
});

describe('the plot of a history', () => {
  it('fills its picture', () => {
    const plot = plotOf([point(1500, 100), point(1600, 100)], 200, 60);
    expect(plot.line).toBe('M0 40L200 20');
    expect(plot.band).toBe('M0 20L200 0L200 40L0 60Z');
    expect(plot.last).toEqual([200, 20]);
    expect(plot.ticks).toEqual([
      [1400, 60],
      [1500, 40],
      [1600, 20],
      [1700, 0],
    ]);
  });

  it('has one point in the middle', () => {
    expect(plotOf([point(1500, 100)], 200, 60).last).toEqual([100, 30]);
    expect(plotOf([point(1500, 0)], 200, 60).line).toBe('M100 60');
  });
});
