// What is said about a board: its things, half-made moves and kinds of actions. Most words come from the scene.

import { joined, say } from '../lib/language';
import type { Area, Choice, Piece, Scene } from '../types';
import { alive, matching } from './selection';

/** Returns the name of a thing: its label up to the first colon. */
export const nameOf = (label: string): string => label.split(/:\s/, 1)[0] ?? label;

/** What is said about a thing. */
export interface About {
  name: string;
  /** What it does, costs and gives. */
  text: string;
  /** The place it stands on. */
  place: string;
  /** Why nothing can be done there now. */
  closed: string;
}

/** Returns what is said about a thing of the scene, or null if there is nothing to say. */
export function aboutOf(things: ReadonlyMap<string, Area | Piece>, id: string): About | null {
  const thing = things.get(id);
  if (!thing?.label) return null;
  const name = nameOf(thing.label);
  const below = 'place' in thing ? (things.get(thing.place) as Area | undefined) : undefined;
  const closed = ('closed' in thing && thing.closed) || below?.closed || '';
  const text = thing.label.slice(name.length).replace(/^:\s*/, '');
  // Some places say what stands on them.
  const place = below?.label && !below.label.toLowerCase().includes(name.toLowerCase()) ? below.label : '';
  return { name, text, place, closed };
}

/** Returns the spoken label of an area, with the reason if it is closed. */
export const spoken = ({ label, closed }: Area): string => (closed ? `${label}. ${closed}` : label);

/** Returns why a thing that was touched cannot be chosen. */
export function closedWords(thing: Area | Piece): string {
  if ('closed' in thing && thing.closed) return thing.closed;
  const { label } = thing;
  return label
    ? say('{thing} has no legal move right now.', { thing: label })
    : say('This has no legal move right now.');
}

/** Returns what a choice does, and what it may lead to. No line ends between a sign and its amount: "−$5". */
export const effectOf = (choice: Choice): string =>
  [choice.gain, choice.prospect]
    .filter(Boolean)
    .join(', ')
    .replace(/[−+](?=\p{Sc})/gu, '$&\u2060');

/** Returns the words on the button that confirms a choice. */
export const verbOf = (choice: Choice): string => choice.kind || choice.label || choice.text;

/** Returns what a half-made move is about and what to choose next, or null if nothing has been touched. */
export function promptOf(
  scene: Scene,
  things: ReadonlyMap<string, Area | Piece>,
  touched: readonly string[],
): string | null {
  if (!touched.length) return null;
  const names = touched.flatMap((id) => things.get(id)?.label || []).map(nameOf);
  const asks = matching(scene.choices, touched).flatMap((choice) => choice.asks?.[touched.length] ?? []);
  const next = [...new Set(asks)];
  if (!names.length || !next.length) return null;
  return say('{names}: choose {what}', { names: names.join(', '), what: joined(next, 'or') });
}

export interface KindCount {
  kind: string;
  /** The number of things that such a choice can start with. */
  count: number;
}

/** With so few things to touch, nobody needs to look at one kind at a time. */
const FEW = 12;

/** Returns the kinds of actions on the board, if there are so many that a person may want to see one at a time. */
export function kindsOf(choices: readonly Choice[]): KindCount[] {
  const onBoard = choices.filter((choice) => choice.touches.length);
  if (alive(onBoard, []).size <= FEW) return [];
  const names = [...new Set(onBoard.map((choice) => choice.kind ?? ''))].filter(Boolean);
  if (names.length < 2) return [];
  return names.map((kind) => ({
    kind,
    count: alive(
      onBoard.filter((choice) => choice.kind === kind),
      [],
    ).size,
  }));
}
