import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Lab } from './lab.svelte';

interface Asked {
  position: { moves: number };
}

/** Requests that the test has not answered yet. */
let open: (() => void)[] = [];
let lab: Lab;

/** A server that counts moves. */
function answer(path: string, { position }: Asked): object {
  if (path.endsWith('/position')) return { position: { moves: position.moves + 1 } };
  return {
    position,
    scene: { areas: [], choices: [], current_player: 0 },
    wrong: '',
    ruling: '',
    autos: [],
    tray: null,
  };
}

beforeEach(async () => {
  open = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn() }));
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    const response = Response.json(answer(path, JSON.parse(body) as Asked));
    return new Promise((resolve) => open.push(() => resolve(response)));
  });
  const { Lab } = await import('./lab.svelte');
  lab = new Lab('blockade');
});
afterEach(() => vi.unstubAllGlobals());

/** Answers all requests, also those that follow from the answers, until something is done. */
async function settle(work: Promise<void>): Promise<void> {
  let isDone = false;
  void work.finally(() => (isDone = true));
  while (!isDone) {
    open.splice(0).forEach((respond) => respond());
    await new Promise((resolve) => setTimeout(resolve));
  }
}
const begin = (moves: number) => lab.start(() => Promise.resolve({ position: { moves } }));

test('a new beginning waits for the one that is under way', async () => {
  await settle(Promise.all([begin(1), begin(7)]).then(() => {}));
  expect(lab.draft?.position).toEqual({ moves: 7 });
});

test('a move that is under way is not undone before it was made', async () => {
  await settle(begin(1));
  await settle(lab.play(3));
  const playing = lab.play(3);
  lab.back();
  await settle(playing);
  expect(lab.steps.map((step) => step.draft.position)).toEqual([{ moves: 1 }, { moves: 2 }, { moves: 3 }]);
  lab.back();
  expect(lab.draft?.position).toEqual({ moves: 2 });
});
