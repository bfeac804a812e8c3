import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Live, type Connection } from './socket';

/** A socket whose server is played by the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = FakeSocket.OPEN;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.last = this;
  }
  send(): void {}
  close(): void {}
}

let states: Connection[];
let live: Live;

/** Ends the newest connection with a code, and lets the client wait for its next try. */
function fail(code: number): void {
  FakeSocket.last.onclose?.({ code });
  vi.runOnlyPendingTimers();
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
  vi.stubGlobal('document', { hidden: false, addEventListener: vi.fn(), removeEventListener: vi.fn() });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  states = [];
  live = new Live('x', 'wide', {
    view: vi.fn(),
    refused: vi.fn(),
    talk: vi.fn(),
    turnedAway: vi.fn(),
    state: (state) => states.push(state),
  });
  live.connect();
  FakeSocket.last.onopen?.();
});

afterEach(() => {
  live.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a live connection', () => {
  it('is lost when it breaks, and is made again', () => {
    const first = FakeSocket.last;
    fail(1006);
    expect(FakeSocket.last).not.toBe(first);
    FakeSocket.last.onopen?.();
    expect(states).toEqual(['connecting', 'live', 'lost', 'live']);
  });

  it('raises no alarm when the server restarts', () => {
    const first = FakeSocket.last;
    fail(1012);
    expect(FakeSocket.last).not.toBe(first);
    fail(1006); // the server is not back yet
    FakeSocket.last.onopen?.();
    expect(states).not.toContain('lost');
    expect(states.at(-1)).toBe('live');
    fail(1006); // this time it does not restart
    expect(states.at(-1)).toBe('lost');
  });

  it('is lost when the server does not come back', () => {
    fail(1012);
    for (let n = 0; n < 3; n++) fail(1006);
    expect(states).not.toContain('lost');
    fail(1006);
    expect(states.at(-1)).toBe('lost');
  });
});
