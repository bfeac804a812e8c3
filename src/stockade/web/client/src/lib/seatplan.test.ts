import { describe, expect, it } from 'vitest';
import { plain, seatsFor, type Wishes } from './seatplan';
import type { GameInfo } from '../types';

const wishes = (change: Partial<Wishes> = {}): Wishes => ({ players: 2, seat: 0, bots: 0, options: {}, ...change });

describe('seats', () => {
  it('puts me first and a bot across', () => {
    expect(seatsFor(wishes(), 'bot', 3, '')).toEqual([{ kind: 'human' }, { kind: 'bot', level: 3 }]);
  });
  it('gives me the seat I want, under my name', () => {
    expect(seatsFor(wishes({ seat: 1 }), 'open', 3, 'Ada')).toEqual([{ kind: 'open' }, { kind: 'human', name: 'Ada' }]);
  });
  it('lets chance seat me', () => {
    expect(seatsFor(wishes({ seat: 'any' }), 'bot', 1, '', 0.99)[1]).toEqual({ kind: 'human' });
  });
  it('mixes friends and bots, leaving at least one seat for a friend', () => {
    const kinds = seatsFor(wishes({ players: 4, bots: 9 }), 'open', 2, '').map((seat) => seat.kind);
    expect(kinds).toEqual(['human', 'open', 'bot', 'bot']);
  });
});

describe('plain wishes', () => {
  it('take two players where the game allows them, and the options as they come', () => {
    const game = { players: [3, 2, 4], options: [{ name: 'x', default: true }] } as unknown as GameInfo;
    expect(plain(game)).toEqual({ players: 2, seat: 0, bots: 0, options: { x: true } });
  });
});
