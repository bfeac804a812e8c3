import { ApiError } from './api';

/** One form: whether its request is under way, and why the last one failed. */
export class Asking {
  busy = $state(false);
  failure = $state('');

  /** Makes a request and returns whether it succeeded. */
  async run(request: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.failure = '';
    try {
      await request();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.failure = error.message;
      return false;
    } finally {
      this.busy = false;
    }
  }
}
