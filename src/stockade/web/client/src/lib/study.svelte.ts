import type { AnalysisView } from '../types';
import { api, ApiError } from './api';
import { Asking } from './asking.svelte';

const POLL_MS = 1000;

/** The analysis of one match: asks for it, and follows it while it is worked out. */
export class Study {
  view: AnalysisView | null = $state.raw(null);
  /** whether the match may be analysed: one between people only when it is over */
  closed = $state(false);
  /** whether the server has said how far the analysis is; before that, there is nothing to show */
  isKnown = $state(false);
  readonly asking = new Asking();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly id: string) {}

  /** Looks once, and goes on looking while a worker is busy. Returns what ends it. */
  follow(): () => void {
    let ended = false;
    const look = async () => {
      try {
        const found = await api.analysis(this.id);
        if (ended) return;
        this.view = found;
        this.closed = false;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (ended) return;
        if (error.status === 403 || error.status === 409) this.closed = true;
      }
      this.isKnown = true;
      if (this.isBusy) this.timer = setTimeout(() => void look(), POLL_MS);
    };
    void look();
    return () => {
      ended = true;
      clearTimeout(this.timer);
    };
  }

  get isBusy(): boolean {
    return this.view?.status === 'waiting' || this.view?.status === 'running';
  }

  async ask(setting: 'quick' | 'deep'): Promise<void> {
    await this.asking.run(async () => {
      this.view = await api.analyse(this.id, setting);
    });
  }

  async cancel(): Promise<void> {
    await this.asking.run(async () => {
      this.view = await api.cancelAnalysis(this.id);
    });
  }
}
