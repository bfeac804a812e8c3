import type { Scene, Shape } from '../types';

// As long as everything stands in one column, a screen that is higher than wide has more room for a tall board.
const upright = matchMedia('(max-width: 899px) and (orientation: portrait)');

/** The room a board has on this screen, and when it changes. */
class Room {
  shape: Shape = $state(upright.matches ? 'tall' : 'wide');

  constructor() {
    upright.addEventListener('change', () => {
      this.shape = upright.matches ? 'tall' : 'wide';
    });
  }
}

export const room = new Room();

const BROAD = 2.4;
const LONG = 2;

/** A board much wider than high has the whole width for itself; the rest goes under it. */
export const isBroad = (scene: Scene): boolean => scene.size[0] > BROAD * scene.size[1];

/** A board much higher than wide keeps the width it has, and the page is scrolled. */
export const isLong = (scene: Scene): boolean => scene.size[1] > LONG * scene.size[0];
