// Calls that must not come too often: requests for scenes, and changes of the address.

export interface Pace {
  /** how many calls may come at once */
  burst: number;
  /** the milliseconds after which one more is allowed */
  ms: number;
}

export interface Paced<Value> {
  (value: Value): void;
  /** forgets a call that waits */
  cancel(): void;
}

/** Returns a function that calls `run` at once as long as that is allowed. Later calls wait, and only the last counts. */
export function paced<Value>(run: (value: Value) => void, { burst, ms }: Pace): Paced<Value> {
  let left = burst;
  let since = Date.now(); // when `left` was last reckoned
  let waiting: { value: Value } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refill(): void {
    const more = Math.floor((Date.now() - since) / ms);
    left = Math.min(burst, left + more);
    since = left === burst ? Date.now() : since + more * ms;
  }
  function go(): void {
    refill();
    timer = undefined;
    if (!waiting) return;
    if (left < 1) {
      timer = setTimeout(go, Math.max(1, since + ms - Date.now()));
      return;
    }
    const { value } = waiting;
    waiting = null;
    left -= 1;
    run(value);
  }
  function call(value: Value): void {
    waiting = { value };
    if (timer === undefined) go();
  }
  call.cancel = () => {
    clearTimeout(timer);
    timer = undefined;
    waiting = null;
  };
  return call;
}
