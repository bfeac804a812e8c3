import { describe, expect, it } from 'vitest';
import type { Scene } from '../types';
import { Scenes } from './scenes';

/** Returns scenes whose requests are noted, and answered when the test says so. */
function made(most?: number) {
  const asked: number[] = [];
  const answers = new Map<number, { resolve: (scene: Scene) => void; reject: (error: Error) => void }>();
  const scenes = new Scenes((ply) => {
    asked.push(ply);
    return new Promise((resolve, reject) => answers.set(ply, { resolve, reject }));
  }, most);
  const arrive = async (...plies: number[]) => {
    for (const ply of plies) {
      answers.get(ply)?.resolve({ ply } as Scene);
      await new Promise((done) => setTimeout(done));
    }
  };
  return { scenes, asked, answers, arrive };
}

describe('the scenes of a replay', () => {
  it('are asked for once', async () => {
    const { scenes, asked, arrive } = made();
    const [first, second] = [scenes.fetch(3), scenes.fetch(3)];
    expect(scenes.at(3)).toBeUndefined();
    await arrive(3);
    expect((await first).ply).toBe(3);
    expect(await second).toBe(await first);
    expect(scenes.at(3)?.ply).toBe(3);
    expect(asked).toEqual([3]);
  });
  it('are asked for again after a failure', async () => {
    const { scenes, asked, answers, arrive } = made();
    const failed = scenes.fetch(3);
    answers.get(3)?.reject(new Error('lost'));
    await expect(failed).rejects.toThrow('lost');
    void scenes.fetch(3);
    await arrive(3);
    expect(asked).toEqual([3, 3]);
    expect(scenes.at(3)?.ply).toBe(3);
  });
  it('are fetched ahead one at a time, until the direction changes', async () => {
    const { scenes, asked, arrive } = made();
    void scenes.prepare(5, [6, 7, 8]);
    expect(asked).toEqual([6]);
    await arrive(6);
    expect(asked).toEqual([6, 7]);
    void scenes.prepare(5, [4, 3]);
    expect(asked).toEqual([6, 7, 4]);
    await arrive(7, 4);
    expect(asked).toEqual([6, 7, 4, 3]);
  });
  it('are no longer fetched ahead when the page is left', async () => {
    const { scenes, asked, arrive } = made();
    void scenes.prepare(5, [6, 7]);
    scenes.stop();
    await arrive(6);
    expect(asked).toEqual([6]);
  });
  it('go on after one that fails', async () => {
    const { scenes, asked, answers } = made();
    const done = scenes.prepare(0, [1, 2]);
    answers.get(1)?.reject(new Error('lost'));
    await new Promise((later) => setTimeout(later));
    expect(asked).toEqual([1, 2]);
    answers.get(2)?.resolve({ ply: 2 } as Scene);
    await done;
  });
  it('are dropped when they are far away', async () => {
    const { scenes, asked, arrive } = made(5);
    for (let ply = 0; ply < 20; ply++) {
      void scenes.fetch(ply);
      await arrive(ply);
      void scenes.prepare(ply, []);
    }
    const here = Array.from({ length: 20 }, (_, ply) => ply).filter((ply) => scenes.at(ply));
    expect(here).toEqual([15, 16, 17, 18, 19]);
    void scenes.fetch(0);
    expect(asked.filter((ply) => ply === 0)).toHaveLength(2);
  });
});
