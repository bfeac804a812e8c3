// Push to this browser, also while Stockade is closed. The browser asks the person for permission; `subscribe` must be
// called on their click.

import type { PushKeys } from '../types';
import { ApiError } from './api';
import { say } from './language';

const WORKER = '/push.js';

/** Whether this browser takes push messages. */
export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

const refuse = (message: string) => new ApiError(0, { code: 'no_push', message });

/** Returns the subscription of this browser, or null. */
export async function subscription(): Promise<PushSubscription | null> {
  if (!hasPush()) return null;
  const worker = await navigator.serviceWorker.getRegistration('/');
  return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser with the public key of the server, and returns what the server needs to know. */
export async function subscribe(key: string): Promise<PushKeys> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw refuse(say('Your browser blocks notifications from Stockade. Allow them in its settings for this site.'));
  }
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  try {
    await navigator.serviceWorker.register(WORKER);
    const { pushManager } = await navigator.serviceWorker.ready;
    const old = await pushManager.getSubscription();
    if (old && !isFor(old, options.applicationServerKey)) await old.unsubscribe();
    const { endpoint, keys } = (await pushManager.subscribe(options)).toJSON();
    return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
  } catch {
    throw refuse(say('This browser could not reach its push service. Try again later, or in another browser.'));
  }
}

/** Returns whether a subscription was made with this key of a server. */
function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  return options.applicationServerKey !== null && String(new Uint8Array(options.applicationServerKey)) === String(key);
}

/** Returns the bytes of a text in base64url. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
