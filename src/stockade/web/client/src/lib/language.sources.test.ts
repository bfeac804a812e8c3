import { parse } from 'svelte/compiler';
import { describe, expect, it } from 'vitest';

// Sources are read as text, to find what people read that comes from no catalogue.
const components = import.meta.glob<string>('../**/*.svelte', { query: '?raw', import: 'default', eager: true });
const scripts = import.meta.glob<string>(['../**/*.ts', '!../**/*.test.ts', '!../api-types.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

type Node = Record<string, unknown> & { type: string };

/** Attributes that people read or hear, and those of our own components. */
const READ = /^(aria-(label|description|roledescription|valuetext)|title|placeholder|alt|label|hint|text|prompt)$/;
const WORD = /\p{L}{2,}/u;
/** A string in a script that looks like a text: a word with a capital, or several words. */
const TEXT = /^\p{Lu}\p{Ll}+\b|\p{L}{2,}[,.:;!?]? \p{L}{2,}/u;
/** Names of products and keys, which are the same in every language. */
const NAMES =
  /\b(Stockade|Escape|Esc|Enter|Tab|Home|End|Page(Up|Down)|Arrow(Left|Right|Up|Down)|Delete|Backspace|Control|Ctrl|Shift|Notification|Content-Type|Accept-Language)\b/g;
/** Tags, and addresses of the web. */
const CODE = /<\w[^>]*>?|https?:\/\/\S*/g;
const SAID = ['say', 'counted', 'mark'];

/** Functions that take CSS selectors or media queries. */
const SELECTS = ['closest', 'matches', 'querySelector', 'querySelectorAll', 'matchMedia'];
/** Attributes whose values are keywords. */
const KEYWORDS = ['class', 'preserveAspectRatio'];

const isNode = (value: unknown): value is Node => !!value && typeof value === 'object' && 'type' in value;

/** Returns the name of the function that is called. */
function calledOf(node: Node): string {
  const callee = node['callee'] as { name?: string; property?: { name?: string } };
  return callee.name ?? callee.property?.name ?? '';
}

/** Whether a call is one of a function of `language.ts`, not of a method with the same name. */
function isSaid(node: Node): boolean {
  return SAID.includes((node['callee'] as { name?: string }).name ?? '');
}

function children(node: Node): unknown[] {
  return Object.entries(node).flatMap(([key, value]) => (key === 'metadata' || key === 'typeAnnotation' ? [] : value));
}

function unsaid(node: unknown, found: string[] = []): string[] {
  if (!isNode(node)) return found;
  switch (node.type) {
    case 'Text':
      return kept(node['data'] as string, WORD, found);
    case 'Literal':
      return typeof node['value'] === 'string' ? kept(node['value'], TEXT, found) : found;
    case 'TemplateElement':
      return kept((node['value'] as { cooked: string }).cooked, TEXT, found);
    case 'CallExpression':
      if (isSaid(node) || SELECTS.includes(calledOf(node))) return found;
      break;
    case 'NewExpression':
      if (/Error$/.test(calledOf(node))) return found;
      break;
    case 'Attribute':
      // Plain values of other attributes are names of classes, kinds and so on.
      if (KEYWORDS.includes(node['name'] as string)) return found;
      if (!READ.test(node['name'] as string)) {
        const values = [node['value']].flat().filter((value) => isNode(value) && value.type !== 'Text');
        for (const value of values) unsaid(value, found);
        return found;
      }
      break;
    case 'StyleDirective':
    case 'ImportDeclaration':
    case 'TSLiteralType':
      return found;
  }
  for (const child of children(node)) unsaid(child, found);
  return found;
}

function kept(text: string, pattern: RegExp, found: string[]): string[] {
  if (pattern.test(text.replace(CODE, '').replace(NAMES, '').trim())) found.push(text.trim());
  return found;
}

describe('texts', () => {
  it.each(Object.entries(components))('%s says everything through a catalogue', (_path, source) => {
    const { fragment, instance, module } = parse(source, { modern: true });
    expect([fragment, instance?.content, module?.content].flatMap((part) => unsaid(part))).toEqual([]);
  });

  it.each(Object.entries(scripts))('%s says everything through a catalogue', (_path, source) => {
    const { instance } = parse(`<script lang="ts">${source}</script>`, { modern: true });
    expect(unsaid(instance?.content)).toEqual([]);
  });

  it('are found wherever they are', () => {
    const source = `<script lang="ts">const a = cond ? 'Two words' : \`Three \${b} words\`;</script>
      <p title="Plain">Text {cond ? 'Other' : 'x'}<b class="Bold one">{say('Said')}{shop.say('Not said')}</b></p>`;
    const { fragment, instance } = parse(source, { modern: true });
    expect([fragment, instance?.content].flatMap((part) => unsaid(part))).toEqual(
      expect.arrayContaining(['Plain', 'Text', 'Other', 'Not said', 'Two words', 'Three']),
    );
  });
});
