import { describe, expect, it } from 'vitest';

import { bestOf, counted, joined, nameOfLanguage, say, translated, translatedForm, type Catalogue } from './language';

const POLISH: Catalogue = {
  'Pay {cost}': 'Zapłać {cost}',
  '{count} walls': { one: '{count} mur', few: '{count} mury', many: '{count} murów', other: '{count} muru' },
};

describe('language', () => {
  it('is the first that a person reads and that there is', () => {
    const known = ['en', 'de', 'pt-BR'];
    expect(bestOf(['fr', 'de-AT', 'en'], known)).toBe('de');
    expect(bestOf(['pt-BR'], known)).toBe('pt-BR');
    expect(bestOf(['fr'], known)).toBe('en');
    expect(bestOf([], known)).toBe('en');
  });

  it('fills in the parts', () => {
    expect(say('{who} pays {cost}', { who: 'Jade', cost: 3 })).toBe('Jade pays 3');
    expect(say('{who} pays', { cost: 3 })).toBe('{who} pays');
    expect(say('{who} pays', { who: '{cost}' })).toBe('{cost} pays');
  });

  it('counts', () => {
    const words = [0, 1, 2, 1800].map((count) => counted(count, '{count} wall', '{count} walls'));
    expect(words).toEqual(['0 walls', '1 wall', '2 walls', '1,800 walls']);
  });

  it('joins items to a phrase', () => {
    expect(joined(['Ann'])).toBe('Ann');
    expect(joined(['Ann', 'Ben'])).toBe('Ann and Ben');
    expect(joined(['Ann', 'Ben', 'Cem'], 'or')).toBe('Ann, Ben or Cem');
  });

  it('translates, with all plural forms', () => {
    const rules = new Intl.PluralRules('pl');
    expect(translated(POLISH, 'Pay {cost}', { cost: 3 })).toBe('Zapłać 3');
    const words = [1, 3, 5, 22].map((count) =>
      translatedForm(POLISH, rules, count, '{count} wall', '{count} walls', {}),
    );
    expect(words).toEqual(['1 mur', '3 mury', '5 murów', '22 mury']);
  });

  it('says in English what a catalogue lacks', () => {
    expect(translated(POLISH, 'Take {cost}', { cost: 3 })).toBe('Take 3');
    expect(translatedForm(POLISH, new Intl.PluralRules('pl'), 1, '{count} hole', '{count} holes', {})).toBe('1 hole');
  });

  it('has a name in each language', () => {
    expect(['en', 'de', 'fr'].map(nameOfLanguage)).toEqual(['English', 'Deutsch', 'Français']);
  });
});
