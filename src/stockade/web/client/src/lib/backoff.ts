/** Milliseconds to wait before the n-th attempt (0, 1, ...) to reconnect: doubling, bounded, spread by chance. */
export function backoff(attempt: number, random: number = Math.random()): number {
  const whole = Math.min(15_000, 400 * 2 ** Math.min(attempt, 10));
  // Half is certain and half is chance, so that a restarted server is not met by everybody in the same instant.
  return Math.round(whole / 2 + (whole / 2) * random);
}
