// Helpers for score sheets and similar tables of figures.

import type { Choice, Scene, Sheet } from '../types';

/** Returns the seat of each column, or an empty list if the columns are not seats. */
export function seatsOf(scene: Scene, sheet: Sheet): number[] {
  const seats = scene.panels.map((panel) => panel.seat);
  return sheet.columns?.length === seats.length ? seats : [];
}

/** Returns the column with the viewer's figures: that of their seat, or the only one. */
export function ownColumn(scene: Scene, sheet: Sheet): number {
  if (!sheet.columns?.length) return 0;
  return scene.viewer === null ? -1 : seatsOf(scene, sheet).indexOf(scene.viewer);
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
