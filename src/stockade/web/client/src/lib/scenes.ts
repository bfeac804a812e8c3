// The scenes of a match around the one that is shown. The next ones are fetched ahead, and those far away are dropped.

import type { Scene } from '../types';

export class Scenes {
  readonly #load: (ply: number) => Promise<Scene>;
  readonly #most: number;
  readonly #asked = new Map<number, Promise<Scene>>();
  readonly #here = new Map<number, Scene>();
  #round = 0; // of fetching ahead: a new one ends the one before

  constructor(load: (ply: number) => Promise<Scene>, most = 24) {
    this.#load = load;
    this.#most = most;
  }

  /** Returns a scene that has arrived. */
  at(ply: number): Scene | undefined {
    return this.#here.get(ply);
  }

  /** Returns a scene, and asks for it only once. One that could not be had is asked for again the next time. */
  fetch(ply: number): Promise<Scene> {
    let found = this.#asked.get(ply);
    if (!found) {
      found = this.#load(ply);
      this.#asked.set(ply, found);
      found.then(
        (scene) => {
          if (this.#asked.get(ply) === found) this.#here.set(ply, scene);
        },
        () => {
          if (this.#asked.get(ply) === found) this.#asked.delete(ply);
        },
      );
    }
    return found;
  }

  /** Fetches these scenes one after another, and drops those that are farthest from the one that is shown. */
  async prepare(shown: number, next: readonly number[]): Promise<void> {
    const round = ++this.#round;
    this.#drop(shown, new Set([shown, ...next]));
    for (const ply of next) {
      if (round !== this.#round) return;
      await this.fetch(ply).catch(() => {}); // it is asked for again when it is wanted
    }
  }

  /** Fetches nothing ahead any more, as when the page is left. */
  stop(): void {
    this.#round += 1;
  }

  #drop(shown: number, wanted: ReadonlySet<number>): void {
    const far = [...this.#asked.keys()]
      .filter((ply) => !wanted.has(ply))
      .sort((a, b) => Math.abs(a - shown) - Math.abs(b - shown));
    for (const ply of far.slice(Math.max(0, this.#most - wanted.size))) {
      this.#asked.delete(ply);
      this.#here.delete(ply);
    }
  }
}
