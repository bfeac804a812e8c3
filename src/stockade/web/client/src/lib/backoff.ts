/** Milliseconds to wait before the n-th attempt (0, 1, ...) to reconnect: doubling, bounded, with random jitter. */
export function backoff(attempt: number, random: number = Math.random()): number {
  const whole = Math.min(15_000, 400 * 2 ** Math.min(attempt, 10));
  // Half of the delay is random, so that not all clients reconnect to a restarted server at the same moment.
  return Math.round(whole / 2 + (whole / 2) * random);
}
