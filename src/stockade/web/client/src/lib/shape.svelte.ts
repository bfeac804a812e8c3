import type { Scene, Shape } from '../types';

// While the page has a single column, a portrait screen has more space for a tall board. A window without a size, such
// as that of a page in the background, is not a screen.
const upright = matchMedia('(min-width: 2px) and (max-width: 899px) and (orientation: portrait)');

// A window may pass through another shape, such as while its picture is taken. That is not worth another drawing.
const SETTLED_MS = 250;
const shapeNow = (): Shape => (upright.matches ? 'tall' : 'wide');

/** The shape of the space that a board has on this screen; updates when it has changed. */
class Room {
  shape: Shape = $state(shapeNow());

  constructor() {
    let timer: ReturnType<typeof setTimeout> | undefined;
    upright.addEventListener('change', () => {
      clearTimeout(timer);
      timer = setTimeout(() => (this.shape = shapeNow()), SETTLED_MS);
    });
  }
}

export const room = new Room();

const BROAD = 2.4;
const LONG = 2;

/** Whether a board is so much wider than high that it gets the whole width, with everything else under it. */
export const isBroad = (scene: Scene): boolean => scene.size[0] > BROAD * scene.size[1];

/** Whether a board is so much higher than wide that it keeps its width and the page scrolls. */
export const isLong = (scene: Scene): boolean => scene.size[1] > LONG * scene.size[0];
