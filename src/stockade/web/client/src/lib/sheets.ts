// Helpers for score sheets and similar tables of figures.

import type { Choice, Scene, Sheet } from '../types';

/** Whether a value is a figure rather than words: "3", "$12", "–". */
export const isFigure = (value: string): boolean => !/\p{L}/u.test(value);

/** Whether a value is so long that it is read like a sentence. */
const isProse = (value: string): boolean => value.length > 12;

/** Whether there are sentences to read in a sheet, rather than figures to compare. */
export const isTold = (sheet: Sheet): boolean =>
  !sheet.columns?.length && sheet.facts.some((fact) => isProse(fact.value));

const FEW_COLUMNS = 4;
const FEW_LETTERS = 26;

/** Whether the names of columns are written upwards, because they would not fit side by side on a phone. */
export const isSteep = (columns: readonly { title: string }[]): boolean =>
  columns.length > FEW_COLUMNS || columns.reduce((sum, { title }) => sum + title.length, 0) > FEW_LETTERS;

/** Returns the numbers of the columns with the viewer's figures. */
export function ownColumns(scene: Scene, sheet: Sheet): number[] {
  const own = (sheet.columns ?? []).map((column, i) => (column.seat === scene.viewer ? i : -1));
  return scene.viewer === null ? [] : own.filter((i) => i >= 0);
}

/** Returns the column next to which gains are written: the one of the viewer's that acts, or their first. A sheet
 * without heads has only one. */
export function gainingColumn(scene: Scene, sheet: Sheet): number {
  if (!sheet.columns?.length) return 0;
  const own = ownColumns(scene, sheet);
  return own.find((i) => sheet.columns?.[i]?.acts) ?? own[0] ?? -1;
}

/** Returns the colour of each column: its own, or that of its seat. */
export function coloursOf(scene: Scene, sheet: Sheet): string[] {
  const seats = new Map(scene.panels.map((panel) => [panel.seat, panel.colour]));
  return (sheet.columns ?? []).map(({ colour, seat }) => colour || (seats.get(seat ?? -1) ?? 'transparent'));
}

/** Returns what a choice would add to each line, by the line's label. */
export const gainsOf = (choice: Choice | null | undefined): Map<string, string> => new Map(choice?.gains ?? []);

/** Returns the parts of a gain as one line, without sums: "Elk +3 · Forest +2". */
export function gainText(scene: Scene, choice: Choice): string {
  const lines = (scene.sheets ?? []).flatMap((sheet) => (sheet.pinned ? sheet.facts : []));
  const sums = new Set(lines.filter((fact) => fact.strong).map((fact) => fact.label));
  const parts = (choice.gains ?? []).filter(([label]) => !sums.has(label));
  return parts.map(([label, text]) => `${label} ${text}`).join(' · ');
}
