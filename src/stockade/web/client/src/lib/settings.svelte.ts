import type { StepKind } from './stepping';

export type Theme = 'system' | 'light' | 'dark';

/** Which moves are confirmed before they are played. */
export type Confirm = 'never' | 'final' | 'always';

interface Stored {
  theme: Theme;
  /** the code of a language, or nothing for that of the browser */
  language: string;
  sound: boolean;
  notify: boolean;
  /** the name last used on this device, suggested to somebody the server does not know */
  name: string;
  /** whether the person has been asked for a name */
  named: boolean;
  /** the seconds that each move is shown while catching up */
  pace: number;
  /** how many steps of the tour were shown */
  toured: number;
  level: number;
  /** the names of the games that were played on this device */
  played: string[];
  movesOpen: boolean;
  confirm: Confirm;
  /** where a replay stops */
  step: StepKind;
  /** how fast a replay plays by itself, where 1 is normal */
  speed: number;
}

export const TOUR_LENGTH = 3;

const KEY = 'stockade.settings';
const DEFAULTS: Stored = {
  theme: 'system',
  language: '',
  sound: false,
  notify: false,
  name: '',
  named: false,
  pace: 1.5,
  toured: 0,
  level: 2,
  played: [],
  movesOpen: false,
  confirm: 'final',
  step: 'decision',
  speed: 1,
};

function read(): Stored {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Stored>) };
  } catch {
    return { ...DEFAULTS };
  }
}

/** The reactive settings. Change them with `keep`, which also stores them. */
export const settings: Stored = $state(read());

export function keep(change: Partial<Stored>): void {
  Object.assign(settings, change);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Private windows may forbid storage; the setting then lasts as long as the page.
  }
  if (settings.theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = settings.theme;
}

/** Asks for permission only when notifications are switched on; a refusal switches them off again. */
export async function wantNotifications(on: boolean): Promise<void> {
  if (on && 'Notification' in window && Notification.permission !== 'granted') {
    on = (await Notification.requestPermission()) === 'granted';
  }
  keep({ notify: on && 'Notification' in window });
}
