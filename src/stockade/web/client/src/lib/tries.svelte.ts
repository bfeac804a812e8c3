import type { LineView, MatchView, TreeView, VariationView } from '../types';
import { account } from './account.svelte';
import { api, ApiError } from './api';
import { say } from './language';
import { lastPly } from './plies';
import { room } from './shape.svelte';
import { actionsTo, plainNodes, tried, without } from './variations';

const NOBODY: TreeView = { version: 0, shared: false, yours: true, name: '', nodes: [] };

/** The variations of a match: those of this person, which can be changed, and those that others share. */
export class Tries {
  readonly id: string;
  view: MatchView | null = $state.raw(null);
  trees: TreeView[] = $state.raw([]);
  /** which of the trees is shown */
  tree = $state(0);
  /** the moment of the match that is shown, or at which the shown line begins */
  ply = $state(0);
  /** the move that is shown, or null for the match itself */
  at: number | null = $state(null);
  line: LineView | null = $state.raw(null);
  look = $state('');
  busy = $state(false);
  note = $state('');
  #last: Promise<void> = Promise.resolve();

  constructor(id: string, ply: number) {
    this.id = id;
    this.ply = ply;
  }

  readonly shown: TreeView = $derived(this.trees[this.tree] ?? NOBODY);
  readonly mine: TreeView = $derived(this.trees.find((tree) => tree.yours) ?? NOBODY);
  readonly nodes: VariationView[] = $derived(this.shown.nodes);
  /** What comes next, as `show` takes it: the first move after the one that is shown, or the next one of the match. */
  readonly next: [number | null, number] | null = $derived.by(() => {
    if (this.at === null) return this.view && this.ply < lastPly(this.view.log) ? [null, this.ply + 1] : null;
    const after = this.nodes.findIndex((node) => node.parent === this.at);
    return after < 0 ? null : [after, this.ply];
  });
  readonly isStale: boolean = $derived(!this.busy && this.line !== null && this.look !== room.shape);

  /** Loads the match, and shows a move of one of its trees if there is such a move. */
  async load(tree: number, move: number | null): Promise<void> {
    await this.#ask(async () => {
      await account.seated;
      [this.view, this.trees] = await Promise.all([api.view(this.id, room.shape), api.variations(this.id)]);
      const found = move === null ? undefined : this.trees[tree]?.nodes[move];
      if (found) [this.tree, this.at, this.ply] = [tree, move, found.ply];
      await this.#draw();
    });
  }

  async redraw(): Promise<void> {
    await this.#ask(() => this.#draw());
  }

  /** Shows a move of a variation, or a moment of the match. */
  async show(at: number | null, ply = this.ply): Promise<void> {
    await this.#ask(async () => {
      this.at = at;
      this.ply = at === null ? ply : (this.nodes[at]?.ply ?? ply);
      await this.#draw();
    });
  }

  async back(): Promise<void> {
    await this.#last;
    const before = this.at === null ? null : (this.nodes[this.at]?.parent ?? null);
    await (this.at === null ? this.show(null, Math.max(0, this.ply - 1)) : this.show(before));
  }

  /** Tries a move where the board is now, and keeps it. */
  async play(action: number): Promise<void> {
    await this.#ask(async () => {
      const before = actionsTo(this.nodes, this.at);
      const line = await api.line(this.id, this.ply, [...before, action], true, room.shape);
      const actions = [action, ...line.rolled];
      // What others share cannot be changed: what is tried there becomes part of one's own.
      const known = this.shown.yours ? tried(this.nodes, this.at, this.ply, actions) : null;
      if (known !== null) this.at = known;
      else if (this.shown.yours) {
        const parent = this.at;
        await this.#keep(
          [...plainNodes(this.nodes), { parent, ply: this.ply, actions, comment: '' }],
          this.shown.shared,
        );
        this.at = this.nodes.length - 1;
      } else return void (this.note = say('These variations belong to somebody else. Choose your own to add moves.'));
      this.line = line;
    });
  }

  async comment(at: number, comment: string): Promise<void> {
    if (this.nodes[at]?.comment === comment) return;
    await this.#ask(() =>
      this.#keep(
        plainNodes(this.nodes).map((node, i) => (i === at ? { ...node, comment } : node)),
        this.shown.shared,
      ),
    );
  }

  async remove(at: number): Promise<void> {
    await this.#ask(async () => {
      const parent = this.nodes[at]?.parent ?? null;
      await this.#keep(without(plainNodes(this.nodes), at), this.shown.shared);
      this.at = parent;
      await this.#draw();
    });
  }

  async share(shared: boolean): Promise<void> {
    await this.#ask(() => this.#keep(plainNodes(this.mine.nodes), shared));
  }

  /** Shows another tree. */
  async choose(tree: number): Promise<void> {
    this.tree = tree;
    await this.show(null);
  }

  async #draw(): Promise<void> {
    const { shape } = room;
    this.line = await api.line(this.id, this.ply, actionsTo(this.nodes, this.at), false, shape);
    this.look = shape;
  }

  async #keep(nodes: ReturnType<typeof plainNodes>, shared: boolean): Promise<void> {
    await account.arrive();
    try {
      this.trees = await api.keepVariations(this.id, this.mine.version, shared, nodes);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'stale_version') {
        this.trees = await api.variations(this.id);
        this.at = null;
        await this.#draw();
      }
      throw error;
    }
    this.tree = 0;
  }

  /** Does one thing after another, so that nothing is lost if somebody is faster than the server. */
  #ask(work: () => Promise<void>): Promise<void> {
    const mine = this.#last.then(() => this.#do(work));
    this.#last = mine.catch(() => {}); // a fault must not stop what comes later
    return mine;
  }

  async #do(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.note = '';
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.note = error.message;
    } finally {
      this.busy = false;
    }
  }
}
