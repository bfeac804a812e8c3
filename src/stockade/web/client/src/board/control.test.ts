import { describe, expect, it, vi } from 'vitest';
import type { Area, Choice, Piece, Scene } from '../types';
import { BoardControl } from './control.svelte';

const area = (id: string, x: number): Area => ({
  id,
  x,
  y: 0,
  w: 100,
  h: 100,
  label: id,
  art: '',
  turn: 0,
  closed: '',
});
const piece = (id: string, x: number, place: string, owner = 0): Piece => ({
  ...area(id, x + 30),
  w: 40,
  h: 40,
  place,
  owner,
});
const choice = (action: number, touches: string[], ghost: Piece[] = []): Choice => ({
  action,
  touches,
  ghost,
  text: String(action),
  label: '',
  prospect: '',
  gain: '',
  turn: null,
  either: false,
  gains: [],
  amount: null,
  kind: '',
  asks: [],
  final: false,
});

const scene: Scene = {
  game: 'any',
  size: [500, 100],
  panels: [],
  prompt: '',
  current_player: 0,
  ply: 0,
  is_over: false,
  viewer: 0,
  marks: [],
  sheets: [],
  focus: null,
  areas: [area('one', 0), area('two', 100), area('three', 200), area('four', 300)],
  pieces: [piece('man', 0, 'one'), piece('stone', 100, 'two'), piece('foe', 200, 'three', 1)],
  choices: [choice(1, ['man', 'three']), choice(2, ['man', 'four']), choice(3, ['man', 'four']), choice(4, ['four'])],
};

function board() {
  const play = vi.fn();
  const refuse = vi.fn();
  return { control: new BoardControl({ scene: () => scene, play, refuse }), play, refuse };
}
const far = { x: -999, y: -999 };

describe('a tap', () => {
  it('on a piece takes it up, and on an enemy piece plays onto its place', () => {
    const { control, play } = board();
    control.tap(['man', 'one'], far, 0);
    expect(control.touched).toEqual(['man']);
    control.tap(['foe', 'three'], far, 0);
    expect(play).toHaveBeenCalledWith(scene.choices[0]);
    expect(control.touched).toEqual([]);
  });

  it('on the place of a piece takes up the piece', () => {
    const { control } = board();
    control.tap(['one'], far, 0);
    expect(control.touched).toEqual(['man']);
  });

  it("on a piece of one's own without a move says so", () => {
    const { control, refuse } = board();
    control.tap(['stone', 'two'], far, 0);
    expect(refuse).toHaveBeenCalledWith(scene.pieces[1]);
  });

  it('on a closed place, or on what stands there, says why', () => {
    const shut = { ...area('three', 200), closed: 'nobody may go there' };
    const refuse = vi.fn();
    const areas = [area('one', 0), area('two', 100), shut, area('four', 300)];
    const control = new BoardControl({ scene: () => ({ ...scene, areas }), play: vi.fn(), refuse });
    control.tap(['three'], far, 0);
    control.tap(['foe'], far, 0);
    expect(refuse.mock.calls).toEqual([[shut], [shut]]);
    refuse.mockClear();
    const onlooker = new BoardControl({ scene: () => ({ ...scene, areas, choices: [] }), play: vi.fn(), refuse });
    onlooker.tap(['three'], far, 0);
    expect(refuse).not.toHaveBeenCalled();
  });

  it("on another's piece says nothing and empties the hand", () => {
    const { control, refuse } = board();
    control.tap(['man'], far, 0);
    control.tap(['nothing'], far, 0);
    expect(control.touched).toEqual([]);
    expect(refuse).not.toHaveBeenCalled();
  });

  it('beside a small thing reaches it with a finger and not with a mouse', () => {
    const { control } = board();
    control.tap([], { x: 75, y: 20 }, 0);
    expect(control.touched).toEqual([]);
    control.tap([], { x: 75, y: 20 }, 60);
    expect(control.touched).toEqual(['man']);
  });

  it('asks where the same touches mean two things, and a tap elsewhere drops the question', () => {
    const { control, play } = board();
    control.tap(['man'], far, 0);
    control.tap(['four'], far, 0);
    expect(control.asking.map((one) => one.action)).toEqual([2, 3]);
    expect(control.alive.size).toBe(0);
    control.tap([], far, 0);
    expect(control.asking).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });
});

describe('a drag', () => {
  it('lifts only what can go somewhere', () => {
    const { control } = board();
    expect(control.liftable(['man', 'one'])?.id).toBe('man');
    expect(control.liftable(['stone', 'two'])).toBeNull();
  });

  it('plays where it is dropped', () => {
    const { control, play } = board();
    control.lift(scene.pieces[0]!);
    expect([...control.alive]).toEqual(['three', 'four']);
    control.drop(['man', 'three'], far, 0);
    expect(play).toHaveBeenCalledWith(scene.choices[0]);
    expect(control.dropped?.id).toBe('man');
  });

  it('put back on its place stays in the hand, dropped into nowhere does not', () => {
    const { control } = board();
    control.lift(scene.pieces[0]!);
    control.drop(['man', 'one'], far, 0);
    expect(control.touched).toEqual(['man']);
    control.lift(scene.pieces[0]!);
    control.drop([], far, 0);
    expect(control.touched).toEqual([]);
  });
});

describe('the keyboard', () => {
  it('walks among what is alive and the touched', () => {
    const { control } = board();
    expect(control.tabStop).toBe('man');
    expect(control.walk('man', 'right')?.id).toBe('four');
    control.touch('man');
    expect(control.reachable.map((thing) => thing.id).sort()).toEqual(['four', 'man', 'three']);
    expect(control.cycle('four', 1)?.id).toBe('man');
  });
});

describe('the ghost', () => {
  it('shows what the thing under the hand would do', () => {
    const { control } = board();
    control.hovered = 'four';
    expect(control.preview?.action).toBe(4);
    control.touch('man');
    control.hovered = 'three';
    expect(control.preview?.action).toBe(1);
  });
});

describe('placing', () => {
  const at = (action: number, place: string, turn: number): Choice => ({ ...choice(action, [place]), turn });
  const four = [0, 1, 2, 3].map((turn) => at(10 + turn, 'one', turn));
  const two = [1, 3].map((turn) => at(20 + turn, 'two', turn));
  const tiles: Scene = { ...scene, pieces: [], choices: [...four, ...two] };

  function tiling(what: Scene = tiles) {
    const play = vi.fn();
    return { control: new BoardControl({ scene: () => what, play, refuse: vi.fn() }), play };
  }
  const FINGER = 44;

  it('with a mouse: hover, turn, click', () => {
    const { control, play } = tiling();
    control.hover('one');
    expect(control.preview?.action).toBe(10);
    control.turnBy(1);
    control.turnBy(1);
    expect(control.preview?.action).toBe(12);
    control.tap(['one'], far, 0);
    expect(play).toHaveBeenCalledWith(four[2]);
  });

  it('remembers the turn from place to place and through Escape', () => {
    const { control } = tiling();
    control.hover('one');
    control.turnBy(-1);
    control.clear();
    control.hover('two');
    expect(control.preview?.turn).toBe(3);
    control.turnBy(1);
    expect(control.preview?.turn).toBe(1);
  });

  it('with a finger: a tap lays it, another turns it, a button places it', () => {
    const { control, play } = tiling();
    control.tap(['one'], far, FINGER);
    expect(control.laid).toEqual(four);
    expect(control.touched).toEqual(['one']);
    control.tap(['one'], far, FINGER);
    expect(control.preview?.action).toBe(11);
    expect(play).not.toHaveBeenCalled();
    control.placeLaid();
    expect(play).toHaveBeenCalledWith(four[1]);
    expect(control.laid).toEqual([]);
  });

  it('with a finger: a tap elsewhere moves it, one beside takes it back', () => {
    const { control, play } = tiling();
    control.tap(['one'], far, FINGER);
    expect([...control.alive].sort()).toEqual(['one', 'two']);
    control.tap(['two'], far, FINGER);
    expect(control.laid).toEqual(two);
    expect(control.touched).toEqual(['two']);
    control.tap([], far, FINGER);
    expect(control.laid).toEqual([]);
    expect(control.touched).toEqual([]);
    expect(play).not.toHaveBeenCalled();
  });

  it('by buttons alone: turning lays it where it was seen last', () => {
    const { control, play } = tiling();
    control.hover('one');
    control.hover(null);
    control.turnLaid();
    expect(control.preview?.action).toBe(11);
    control.placeLaid();
    expect(play).toHaveBeenCalledWith(four[1]);
  });

  it('by keys: focus, turn, Enter', () => {
    const { control, play } = tiling();
    control.hover('two');
    control.turnBy(1);
    control.press('two');
    expect(play).toHaveBeenCalledWith(two[1]);
  });

  it('after the tile in hand was touched first', () => {
    const handed = [0, 1].map((turn) => ({ ...choice(30 + turn, ['man', 'three']), turn }));
    const { control, play } = tiling({ ...scene, choices: handed });
    control.tap(['man'], far, FINGER);
    expect(control.isPlacing).toBe(true);
    control.tap(['three'], far, FINGER);
    expect(control.touched).toEqual(['man', 'three']);
    control.tap(['three'], far, FINGER);
    control.placeLaid();
    expect(play).toHaveBeenCalledWith(handed[1]);
  });

  it('is under way while nothing else can be meant, else once the hand was on it', () => {
    expect(tiling().control.isPlacing).toBe(true);
    expect(board().control.isPlacing).toBe(false);
    const { control } = tiling({ ...tiles, choices: [...two, choice(40, ['three', 'four'])] });
    expect(control.isPlacing).toBe(false);
    control.hover('two');
    expect(control.isPlacing).toBe(true);
    control.clear();
    expect(control.isPlacing).toBe(false);
  });

  it('of what lies one way only: a finger looks at it first, a mouse has seen it', () => {
    const round = { ...choice(50, ['one']), turn: 0 };
    const { control, play } = tiling({ ...tiles, choices: [round] });
    control.hover('one');
    expect([control.canTurn, control.isPlacing]).toEqual([false, false]);
    control.tap(['one'], far, FINGER);
    expect(control.laid).toEqual([round]);
    expect(control.isPlacing).toBe(true);
    expect(play).not.toHaveBeenCalled();
    control.clear();
    control.tap(['one'], far, 0);
    expect(play).toHaveBeenCalledWith(round);
  });
});

describe('how much is in sight', () => {
  const whole = { x: 0, y: 0, w: 500, h: 100 };
  const part = { x: 100, y: 0, w: 250, h: 50 };
  const focused = (focus: Scene['focus']) =>
    new BoardControl({ scene: () => ({ ...scene, focus }), play: vi.fn(), refuse: vi.fn() });

  it('goes by steps about the middle, and no further than the whole', () => {
    const { control } = board();
    control.zoomStep(1);
    expect(control.isZoomed).toBe(true);
    expect(control.window.x + control.window.w / 2).toBeCloseTo(250);
    control.zoomStep(-1);
    control.zoomStep(-1);
    expect(control.window).toEqual(whole);
  });

  it('goes from the whole to the part that matters most and back', () => {
    const control = focused([100, 0, 250, 40]);
    control.fit();
    expect([control.window, control.focusing]).toEqual([part, true]);
    control.fit();
    expect([control.window, control.focusing]).toEqual([whole, false]);
  });

  it('keeps to that part until the hand moves it', () => {
    const control = focused([100, 0, 250, 40]);
    control.showPart();
    control.refit();
    expect(control.window).toEqual(part);
    control.pan(-10, 0);
    expect([control.window.x, control.focusing]).toEqual([110, false]);
    control.refit();
    expect(control.window).toEqual(whole);
  });

  it('is the whole where no part is named, or the part is the whole', () => {
    for (const control of [focused(null), focused([0, 0, 500, 100])]) {
      expect(control.part).toBeNull();
      control.fit();
      expect(control.window).toEqual(whole);
    }
  });
});

describe('a thing with six turns', () => {
  const six = [0, 1, 2, 3, 4, 5].map((turn): Choice => ({ ...choice(turn, ['four']), turn }));
  const gaps = [0, 2, 5].map((turn): Choice => ({ ...choice(10 + turn, ['three']), turn }));
  const control = () =>
    new BoardControl({ scene: () => ({ ...scene, choices: [...six, ...gaps] }), play: vi.fn(), refuse: vi.fn() });

  it('goes through all of them and round, both ways', () => {
    const hand = control();
    hand.hover('four');
    const seen = six.map(() => {
      hand.turnBy(1);
      return hand.preview?.turn;
    });
    expect(seen).toEqual([1, 2, 3, 4, 5, 0]);
    hand.turnBy(-1);
    expect(hand.preview?.turn).toBe(5);
  });

  it('takes the next of those that a place offers, by a finger too', () => {
    const hand = control();
    hand.touch('three', false);
    const seen = gaps.map(() => {
      hand.touch('three', false);
      return hand.preview?.turn;
    });
    expect(seen).toEqual([2, 5, 0]);
  });
});

describe('a choice that has to be confirmed', () => {
  const kinds = scene.choices.map((each, i) => ({ ...each, kind: i < 3 ? 'Walk' : 'Sit' }));
  function asking() {
    const play = vi.fn();
    const control = new BoardControl({
      scene: () => ({ ...scene, choices: kinds }),
      play,
      refuse: vi.fn(),
      asks: () => true,
    });
    return { control, play };
  }

  it('is laid down first, and played by the same touch or by the button', () => {
    const { control, play } = asking();
    control.tap(['man'], far, 0);
    control.tap(['three'], far, 0);
    expect(play).not.toHaveBeenCalled();
    expect(control.preview?.action).toBe(1);
    expect(control.isPlacing).toBe(true);
    control.tap(['three'], far, 0);
    expect(play).toHaveBeenCalledWith(kinds[0]);

    control.press('man');
    control.press('three');
    control.placeLaid();
    expect(play).toHaveBeenCalledTimes(2);
  });

  it('can be moved elsewhere or taken back instead', () => {
    const { control, play } = asking();
    control.tap(['man'], far, 0);
    control.tap(['three'], far, 0);
    control.tap(['four'], far, 0);
    expect(control.asking.map((each) => each.action)).toEqual([2, 3]);
    control.clear();
    expect(control.isHalfMade).toBe(false);
    expect(play).not.toHaveBeenCalled();
  });

  it('may have no touches', () => {
    const { control, play } = asking();
    const pass = choice(9, []);
    control.offer(pass);
    expect(control.isHalfMade).toBe(true);
    expect(control.preview).toBe(pass);
    control.placeLaid();
    expect(play).toHaveBeenCalledWith(pass);
  });

  it('is played at once where nothing has to be confirmed', () => {
    const { control, play } = board();
    control.offer(choice(9, []));
    expect(play).toHaveBeenCalled();
  });

  it('of one kind alone is alive if that kind is highlighted, but any other can still be touched', () => {
    const { control } = asking();
    control.show('Sit');
    expect([...control.alive]).toEqual(['four']);
    control.tap(['man'], far, 0);
    expect(control.touched).toEqual(['man']);
    expect(control.kind).toBeNull();
  });
});
