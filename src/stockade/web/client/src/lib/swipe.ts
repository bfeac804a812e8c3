// One finger that sweeps to the side.

const FAR = 48; // px
const SLOPE = 0.6; // of the way up or down to the way sideways, at most

/** Returns where a finger swept: 1 to the left, as to the next page of a book, -1 to the right, 0 for anything else. */
export function sweepOf(dx: number, dy: number): 1 | -1 | 0 {
  if (Math.abs(dx) < FAR || Math.abs(dy) > SLOPE * Math.abs(dx)) return 0;
  return dx < 0 ? 1 : -1;
}

/** Listens to an element, for `{@attach}`. Two fingers zoom, so they are no sweep. */
export function sweeping(onsweep: (direction: 1 | -1) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let fingers = 0;
    let start: { id: number; x: number; y: number } | null = null;

    function down(event: PointerEvent): void {
      if (event.pointerType === 'mouse') return;
      fingers += 1;
      const { pointerId: id, clientX: x, clientY: y } = event;
      start = fingers === 1 ? { id, x, y } : null;
    }
    function up(event: PointerEvent): void {
      if (event.pointerType === 'mouse') return;
      fingers = Math.max(0, fingers - 1);
      if (start?.id !== event.pointerId) return;
      const direction = event.type === 'pointerup' ? sweepOf(event.clientX - start.x, event.clientY - start.y) : 0;
      start = null;
      if (direction) onsweep(direction);
    }
    const kinds = { pointerdown: down, pointerup: up, pointercancel: up };
    for (const [kind, listener] of Object.entries(kinds)) element.addEventListener(kind, listener as EventListener);
    return () => {
      for (const [kind, listener] of Object.entries(kinds))
        element.removeEventListener(kind, listener as EventListener);
    };
  };
}
