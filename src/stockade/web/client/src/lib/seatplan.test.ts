import { describe, expect, it } from 'vitest';
import {
  aloneAgainstAutos,
  areNamed,
  autosOf,
  guestsOf,
  isSound,
  otherSeats,
  plain,
  seatsFor,
  settled,
  withoutAutos,
  type Guest,
  type Wishes,
} from './seatplan';
import type { GameInfo } from '../types';

const friend: Guest = { kind: 'friend' };
const bot = (level: number): Guest => ({ kind: 'bot', level });
const wishes = (change: Partial<Wishes> = {}): Wishes => ({ players: 2, seat: 0, guests: [], options: {}, ...change });

describe('seats', () => {
  it('puts me first and a bot across', () => {
    expect(seatsFor(wishes(), 'bot', 3)).toEqual([{ kind: 'human' }, { kind: 'bot', level: 3 }]);
  });
  it('gives me the seat I want', () => {
    expect(seatsFor(wishes({ seat: 1 }), 'open', 3)).toEqual([{ kind: 'open' }, { kind: 'human' }]);
  });
  it('lets chance seat me', () => {
    expect(seatsFor(wishes({ seat: 'any' }), 'bot', 1, 0.99)[1]).toEqual({ kind: 'human' });
  });
  it('fills every other seat with a bot of the picked level', () => {
    expect(seatsFor(wishes({ players: 4, seat: 2, guests: [friend, bot(1)] }), 'bot', 3)).toEqual([
      { kind: 'bot', level: 3 },
      { kind: 'bot', level: 3 },
      { kind: 'human' },
      { kind: 'bot', level: 3 },
    ]);
  });
  it('leaves every other seat to friends unless bots are wished for', () => {
    expect(seatsFor(wishes({ players: 3 }), 'open', 2)).toEqual([
      { kind: 'human' },
      { kind: 'open' },
      { kind: 'open' },
    ]);
  });
  it('mixes friends and bots as wished, around my own seat', () => {
    expect(seatsFor(wishes({ players: 4, seat: 1, guests: [bot(3), friend, bot(1)] }), 'open', 2)).toEqual([
      { kind: 'bot', level: 3 },
      { kind: 'human' },
      { kind: 'open' },
      { kind: 'bot', level: 1 },
    ]);
  });
  it('forgets what was wished for more seats than there are', () => {
    expect(seatsFor(wishes({ guests: [friend, bot(3)] }), 'open', 2)).toEqual([{ kind: 'human' }, { kind: 'open' }]);
    expect(guestsOf(wishes({ guests: [friend, bot(3)] }))).toEqual([friend]);
  });
  it('keeps a seat for a name, and seats somebody on the same device', () => {
    const guests: Guest[] = [
      { kind: 'kept', name: 'Ada' },
      { kind: 'here', name: 'Ben' },
    ];
    expect(seatsFor(wishes({ players: 3, guests }), 'open', 2)).toEqual([
      { kind: 'human' },
      { kind: 'open', name: 'Ada' },
      { kind: 'human', here: true, name: 'Ben' },
    ]);
  });
  it('needs a name for those it is kept for', () => {
    expect(areNamed([friend, bot(1), { kind: 'kept', name: 'Ada' }])).toBe(true);
    expect(areNamed([{ kind: 'here', name: ' ' }])).toBe(false);
  });
  it('has nobody beside me at a table for one', () => {
    expect(seatsFor(wishes({ players: 1, seat: 1 }), 'bot', 3)).toEqual([{ kind: 'human' }]);
    expect(seatsFor(wishes({ players: 1, seat: 'any' }), 'bot', 3, 0.99)).toEqual([{ kind: 'human' }]);
    expect(otherSeats(wishes({ players: 1 }))).toEqual([]);
  });
  it('names the others whatever my own seat', () => {
    expect(otherSeats(wishes({ players: 4, seat: 1 }))).toEqual([0, 2, 3]);
    expect(otherSeats(wishes({ players: 3, seat: 5 }))).toEqual([0, 1]);
    expect(otherSeats(wishes({ players: 3, seat: 'any' }))).toHaveLength(2);
  });
});

describe('plain wishes', () => {
  it('take as many players as is usual, and the options as they come', () => {
    const game = {
      players: [1, 2, 4],
      usual_players: 2,
      options: [{ name: 'x', default: true }],
    } as unknown as GameInfo;
    expect(plain(game)).toEqual({ players: 2, seat: 0, guests: [], options: { x: true } });
  });
  it('are sound as long as free texts are', () => {
    const code = { name: 'code', choices: ['plain'], pattern: '[A-D]{3}' };
    const game = { options: [code, { name: 'x', choices: null }] } as unknown as GameInfo;
    expect(isSound(game, wishes({ options: { code: 'plain', x: 1 } }))).toBe(true);
    expect(isSound(game, wishes({ options: { code: 'abd' } }))).toBe(true);
    expect(isSound(game, wishes({ options: { code: 'abx' } }))).toBe(false);
  });
});

describe('seats that play themselves', () => {
  const game = { players: [2, 3, 4], auto: { option: 'autos', name: 'Automa', needs: { setup: 'full' } } };

  it('are counted by their option', () => {
    expect(autosOf(game, wishes({ options: { autos: 2 } }))).toBe(2);
    expect(autosOf(game, wishes({ options: { autos: NaN } }))).toBe(0);
    expect(autosOf({ auto: null }, wishes({ options: { autos: 2 } }))).toBe(0);
  });
  it('bring the options that they need, and a seat for somebody beside them', () => {
    const asked = wishes({ players: 2, options: { autos: 2, setup: 'short' } });
    expect(settled(game, asked)).toMatchObject({ players: 3, options: { autos: 2, setup: 'full' } });
    const none = wishes({ options: { autos: 0, setup: 'short' } });
    expect(settled(game, none)).toBe(none);
  });
  it('leave their seats to nobody', () => {
    const asked = wishes({ players: 4, seat: 3, options: { autos: 2 } });
    expect(seatsFor(withoutAutos(game, asked), 'bot', 3)).toEqual([{ kind: 'bot', level: 3 }, { kind: 'human' }]);
    expect(otherSeats(withoutAutos(game, asked))).toEqual([0]);
  });
  it('may be all the others', () => {
    const alone = aloneAgainstAutos(game, wishes({ players: 3, seat: 1, options: { autos: 0 } }));
    expect(alone).toMatchObject({ players: 3, options: { autos: 2, setup: 'full' } });
    expect(seatsFor(withoutAutos(game, alone), 'bot', 3)).toEqual([{ kind: 'human' }]);
  });
});
