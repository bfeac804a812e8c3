import { describe, expect, it } from 'vitest';
import { streakWords } from './puzzles';

describe('streakWords', () => {
  it('says nothing to somebody who has solved nothing', () => {
    expect(streakWords({ streak: 0, days: 0 })).toBe('');
  });

  it('says each as a sentence, for one and for many', () => {
    expect(streakWords({ streak: 1, days: 0 })).toBe('You have solved the last puzzle that you tried.');
    expect(streakWords({ streak: 0, days: 1 })).toBe('You have solved a puzzle of the day on 1 day.');
    expect(streakWords({ streak: 7, days: 12 })).toBe(
      'You have solved the last 7 puzzles that you tried. You have solved a puzzle of the day on 12 days in a row.',
    );
  });
});
