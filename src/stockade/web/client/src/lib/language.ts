// Texts in the reader's language. The English text is the key of its translation in `languages`; what a catalogue lacks
// is said in English. The page is loaded again when the language changes, so texts never change while they are shown.

type Forms = Partial<Record<Intl.LDMLPluralRule, string>>;
export type Catalogue = Record<string, string | Forms>;
type Parts = Record<string, string | number>;

const ENGLISH = 'en';
const KEY = 'stockade.settings';

const catalogues = import.meta.glob<Catalogue>(['../languages/*.json', '!../languages/en.json'], {
  import: 'default',
});
const pathOf = (code: string): string => `../languages/${code}.json`;

/** The codes of all languages that there are. */
export const LANGUAGES: readonly string[] = [
  ENGLISH,
  ...Object.keys(catalogues).map((path) => path.replace(/^.*\/|\.json$/g, '')),
];

/** Returns the first language that a person reads and that there is. */
export function bestOf(wishes: readonly string[], known: readonly string[] = LANGUAGES): string {
  for (const wish of wishes) {
    const found = [wish, wish.replace(/-.*$/, '')].find((code) => known.includes(code));
    if (found) return found;
  }
  return ENGLISH;
}

function wishes(): string[] {
  const browser = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  try {
    const chosen = (JSON.parse(localStorage.getItem(KEY) ?? '{}') as { language?: string }).language;
    return [chosen ?? '', ...browser].filter(Boolean);
  } catch {
    return [...browser];
  }
}

/** The language of this page. */
export const language: string = bestOf(wishes());

// Everything waits for the catalogue, so that constants may be said as well. Without it, the page is in English.
const catalogue: Catalogue = (await catalogues[pathOf(language)]?.().catch(() => undefined)) ?? {};

if (typeof document !== 'undefined') document.documentElement.lang = language;

const plural = new Intl.PluralRules(language);

const filled = (text: string, parts: Parts): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(parts[name] ?? whole));

/** Returns a text in the reader's language. The parts replace the names in braces. */
export const say = (text: string, parts: Parts = {}): string => translated(catalogue, text, parts);

/** Returns a text that counts, in the right form for a number. `{count}` in it is the number. */
export const counted = (count: number, one: string, other: string, parts: Parts = {}): string =>
  translatedForm(catalogue, plural, count, one, other, parts);

/** Marks a text for the catalogues. It is translated where it is said. */
export const mark = (text: string): string => text;

export function translated(from: Catalogue, text: string, parts: Parts): string {
  const found = from[text];
  return filled(typeof found === 'string' ? found : text, parts);
}

export function translatedForm(
  from: Catalogue,
  rules: Intl.PluralRules,
  count: number,
  one: string,
  other: string,
  parts: Parts,
): string {
  const forms = from[other];
  const form = typeof forms === 'object' ? forms[rules.select(count)] : undefined;
  return filled(form ?? (count === 1 ? one : other), { count: number(count), ...parts });
}

/** Returns a number as people write it: "1,800.5" or "1.800,5". */
export const number = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  value.toLocaleString(language === ENGLISH ? 'en-GB' : language, options);

/** The locale for dates and times. English dates have the day first. */
export const locale = language === ENGLISH ? 'en-GB' : language;

/** Returns the items in one phrase: "Ann, Ben and Cem", or with "or" as the last joint. */
export const joined = (items: readonly string[], joint: 'and' | 'or' = 'and'): string =>
  new Intl.ListFormat(locale, { type: joint === 'and' ? 'conjunction' : 'disjunction' }).format(items);

/** Returns a text as a sentence begins: with a capital letter. */
export const capital = (text: string, code: string = language): string =>
  text.charAt(0).toLocaleUpperCase(code) + text.slice(1);

/** Returns the name of a language in that language. */
export const nameOfLanguage = (code: string): string =>
  capital(new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code, code);
