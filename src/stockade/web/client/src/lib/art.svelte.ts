import { SvelteMap } from 'svelte/reactivity';
import { api } from './api';

/** The symbols of one game, once they are in the document. */
export interface Art {
  /** symbol id -> its viewBox, or '' if it has none */
  symbols: Map<string, string>;
}

// The page's security policy forbids style elements and attributes in its content, but not styles that scripts set.

/** The element that stands for a style element. */
const SHEET = 'metadata';

/** Where the styles of elements are kept until they are in the document. */
const STYLE = 'data-style';

const loaded = new SvelteMap<string, Art>();
const asked = new Set<string>();

/** Returns the id of a game's symbol in the document. It contains the game, because games may use the same names. */
export const symbolId = (game: string, symbol: string) => `${game}--${symbol}`;

export const artOf = (game: string): Art | undefined => loaded.get(game);

/** Fetches a game's symbols once. Failures are ignored, because a board without art can still be played. */
export async function loadArt(game: string): Promise<void> {
  if (asked.has(game)) return;
  asked.add(game);
  try {
    // A style element would be refused as soon as it is read.
    const text = (await api.art(game)).replace(/<(\/?)style\b/g, `<$1${SHEET}`);
    const source = new DOMParser().parseFromString(text, 'image/svg+xml');
    if (source.querySelector('parsererror')) throw new Error('unreadable art');
    loaded.set(game, inject(game, source.documentElement));
  } catch {
    asked.delete(game);
  }
}

const trait = (element: Element, name: string) => element.closest(`symbol [${name}]`)?.getAttribute(name);

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'polygon', 'polyline', 'line', 'text'].join();

/** Returns the id of a symbol's silhouette, which is created on first use. Halos follow this outline. */
export function silhouetteId(game: string, symbol: string): string {
  const id = symbolId(game, symbol);
  const own = `${id}--silhouette`;
  if (document.getElementById(own)) return own;
  const source = document.getElementById(id);
  if (!source) return id;
  const copy = source.cloneNode(true) as Element;
  copy.id = own;
  for (const element of copy.querySelectorAll('[id]')) element.removeAttribute('id');
  for (const element of copy.querySelectorAll('*')) {
    for (const name of ['class', 'filter', 'mask', 'clip-path', 'opacity']) element.removeAttribute(name);
    if (!element.matches(SHAPES)) continue;
    // Hollow and dashed shapes still have a complete outline. Invisible shapes have none, and an open line must not
    // become an area.
    const hollow = trait(element, 'fill') === 'none';
    const open = element.matches('line, polyline') || !/z/i.test(element.getAttribute('d') ?? 'z');
    if (hollow && (open || (trait(element, 'stroke') ?? 'none') === 'none')) element.remove();
    else dress(element, 'fill:#000;fill-opacity:1;stroke-dasharray:none');
  }
  source.after(copy);
  return own;
}

function dress(element: Element, style: string): void {
  (element as SVGElement).style.cssText = style;
}

/** Adds rules to those of the document. */
function adopt(rules: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Attributes that are removed from a shape when only its edge is drawn. */
const LOOKS = [
  'id',
  'class',
  'style',
  'fill',
  'filter',
  'mask',
  'clip-path',
  'opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
];

/** Returns the id of a symbol's edge, the outline of its first shape, which is drawn with the stroke of its user. */
export function edgeId(game: string, symbol: string): string | null {
  const id = symbolId(game, symbol);
  const own = `${id}--edge`;
  if (document.getElementById(own)) return own;
  const source = artOf(game)?.symbols.has(symbol) ? document.getElementById(id) : null;
  const ground = source?.querySelector(SHAPES);
  if (!source || !ground || ground.closest('symbol [transform]')) return null;
  const copy = source.cloneNode(false) as Element;
  const edge = ground.cloneNode(false) as Element;
  for (const name of LOOKS) edge.removeAttribute(name);
  dress(edge, 'fill:none;vector-effect:non-scaling-stroke');
  copy.id = own;
  copy.setAttribute('overflow', 'visible');
  copy.append(edge);
  source.after(copy);
  return own;
}

function inject(game: string, root: Element): Art {
  const ids = new Set([...root.querySelectorAll('[id]')].map((element) => element.id));
  const own = (id: string) => symbolId(game, id);

  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const attribute of [...element.attributes]) {
      const { name, value } = attribute;
      if (name === 'id') attribute.value = own(value);
      else if (name === 'class') attribute.value = value.split(/\s+/).filter(Boolean).map(own).join(' ');
      else if (name.endsWith('href') && value.startsWith('#')) attribute.value = `#${own(value.slice(1))}`;
      // The board decides what receives pointer events: halos and ghosts use the same symbols and must not.
      else if (name === 'pointer-events' || name.startsWith('on')) element.removeAttribute(name);
      else if (name === 'style') {
        element.setAttribute(STYLE, rename(value));
        element.removeAttribute(name);
      } else if (value.includes('url(')) attribute.value = rename(value);
    }
    if (element.localName === 'script') element.remove();
    // The class names and ids of a sheet are renamed together with its symbols.
    if (element.localName === SHEET) {
      adopt(
        rename(element.textContent ?? '').replace(
          /([#.])([A-Za-z_][\w-]*)(?=[^{}]*\{)/g,
          (whole, mark: string, id: string) => (mark === '.' || ids.has(id) ? mark + own(id) : whole),
        ),
      );
      element.remove();
    }
  }

  function rename(text: string): string {
    return text.replace(/url\(\s*(['"]?)#([^'")\s]+)\1\s*\)/g, (_, __, id: string) => `url(#${own(id)})`);
  }

  const symbols = new Map<string, string>();
  for (const symbol of root.querySelectorAll('symbol')) {
    symbols.set(symbol.id.slice(own('').length), symbol.getAttribute('viewBox') ?? '');
  }

  // Hidden by size instead of by display: some browsers do not paint gradients inside a display:none tree.
  const sheet = document.importNode(root, true) as unknown as SVGElement;
  sheet.setAttribute('aria-hidden', 'true');
  sheet.setAttribute('width', '0');
  sheet.setAttribute('height', '0');
  for (const element of sheet.querySelectorAll(`[${STYLE}]`)) dress(element, element.getAttribute(STYLE) ?? '');
  dress(sheet, 'position:absolute;width:0;height:0;overflow:hidden');
  document.body.append(sheet);
  return { symbols };
}
