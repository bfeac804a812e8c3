import { say } from './language';
import { settings } from './settings.svelte';

let audio: AudioContext | undefined;

/** Plays two soft notes. They are synthesised, so that no sound file has to be loaded. */
export function blip(): void {
  if (!settings.sound) return;
  try {
    audio ??= new AudioContext();
    const start = audio.currentTime;
    for (const [pitch, at] of [
      [523.25, 0],
      [783.99, 0.09],
    ] as const) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      tone.type = 'sine';
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0, start + at);
      loudness.gain.linearRampToValueAtTime(0.09, start + at + 0.015);
      loudness.gain.exponentialRampToValueAtTime(0.0001, start + at + 0.28);
      tone.connect(loudness).connect(audio.destination);
      tone.start(start + at);
      tone.stop(start + at + 0.3);
    }
  } catch {
    // There is no sound device, or the browser requires a click first: stay silent.
  }
}

/** Tells the player that it is their turn, in the ways chosen in the settings. */
export function callToTable(title: string, prompt: string): void {
  blip();
  if (settings.notify && document.hidden) notify(say('Your turn: {title}', { title }), prompt, location.pathname);
}

/** Shows a notification of the browser, and returns whether that was possible. A newer one with its tag replaces it. */
export function notify(title: string, body: string, tag: string): boolean {
  if (!('Notification' in window) || Notification.permission !== 'granted') return false;
  try {
    const note = new Notification(title, { body, tag, icon: '/icon.svg' });
    note.onclick = () => {
      focus();
      note.close();
    };
    return true;
  } catch {
    return false; // some phones only allow notifications from a service worker; the tab title still shows it
  }
}
