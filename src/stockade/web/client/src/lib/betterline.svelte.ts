import type { MistakeView, Scene } from '../types';
import { api, ApiError } from './api';
import { room } from './shape.svelte';

/** A better line of an analysis, which the board shows step by step in place of what was played. */
export class BetterLine {
  mistake: MistakeView | null = $state.raw(null);
  /** how many actions of the line are on the board */
  steps = $state(0);
  scene: Scene | null = $state.raw(null);
  failure = $state('');

  constructor(private readonly id: string) {}

  readonly last: number = $derived(this.mistake?.line.length ?? 0);
  /** The action that was just made, in words; empty before the first. */
  readonly words: string = $derived(this.mistake?.line_words[this.steps - 1] ?? '');

  async show(mistake: MistakeView, steps: number): Promise<void> {
    this.failure = '';
    this.mistake = mistake;
    this.steps = Math.min(mistake.line.length, Math.max(0, steps));
    const wanted = this.steps;
    try {
      const found = await api.line(this.id, mistake.decision.ply, mistake.line.slice(0, wanted), false, room.shape);
      // It is there to look at.
      if (this.mistake === mistake && this.steps === wanted) this.scene = { ...found.scene, choices: [] };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error.message;
    }
  }

  step(by: 1 | -1): void {
    if (this.mistake) void this.show(this.mistake, this.steps + by);
  }

  close(): void {
    this.mistake = this.scene = null;
    this.failure = '';
  }
}
