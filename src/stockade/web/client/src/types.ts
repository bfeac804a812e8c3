// The data of the web API, written by hand after docs/web-api.md and core/scene.py.

export type Shape = 'wide' | 'tall';

export interface Area {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: string;
  art: string;
  turn: number;
  /** why nothing can be done here now */
  closed?: string;
}

export interface Piece extends Area {
  owner: number | null;
  place: string;
}

export interface Fact {
  label: string;
  value: string;
  art: string;
  /** explains the line to whoever points at it */
  detail?: string;
  /** in a sheet with columns, one for each */
  values?: string[];
  /** a sum, set apart */
  strong?: boolean;
}

export interface Panel {
  seat: number;
  title: string;
  sign: string;
  colour: string;
  facts: Fact[];
}

export interface Choice {
  action: number;
  text: string;
  label: string;
  touches: string[];
  gain: string;
  ghost: Piece[];
  /** choices with the same touches that differ in this are one placement in several turns */
  turn: number | null;
  /** the touches may come in any order */
  either?: boolean;
  /** the parts of the gain: label of a line of a pinned sheet, and its difference */
  gains?: [string, string][];
  /** choices alike but for this are one choice of a number */
  amount?: number | null;
}

/** Something to look up. */
export interface Sheet {
  id: string;
  title: string;
  facts: Fact[];
  columns?: string[];
  /** always in sight, rather than one click away */
  pinned?: boolean;
}

export interface Scene {
  game: string;
  size: [number, number];
  areas: Area[];
  pieces: Piece[];
  panels: Panel[];
  prompt: string;
  choices: Choice[];
  current_player: number;
  ply: number;
  is_over: boolean;
  viewer: number | null;
  marks: string[];
  sheets?: Sheet[];
  /** x, y, w, h of the part that matters most */
  focus?: [number, number, number, number] | null;
}

export interface OptionInfo {
  name: string;
  default: unknown;
  kind: 'bool' | 'int' | 'choice';
  choices: unknown[] | null;
  low: number | null;
  high: number | null;
  /** beside the choices, any text will do that this matches as a whole */
  pattern?: string;
  pattern_text?: string;
  text: string;
}

export interface LevelInfo {
  level: number;
  name: string;
  text: string;
  /** a bot of this level plays at once; if not, it waits until the game is compiled */
  ready: boolean;
}

/** How far a game is. It is played at once; compiled, it is faster and has its strongest bots. */
export interface Compiled {
  ready: boolean;
  /** of the work that is done, from 0 to 1 */
  share: number;
  /** an estimate */
  seconds_left: number | null;
  /** it cannot be compiled here */
  failed: boolean;
}

/** Seats that play themselves, always the last ones. */
export interface AutoInfo {
  /** the option that says how many they are */
  option: string;
  name: string;
  /** what other options must be where there are any */
  needs: Record<string, unknown>;
}

export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  players: number[];
  /** how many play where nothing is said */
  usual_players: number;
  minutes: number | string;
  weight: number | string;
  options: OptionInfo[];
  levels: LevelInfo[];
  compiled: Compiled;
  auto?: AutoInfo | null;
}

/** An auto seat plays itself by the rules of the game. */
export type SeatKind = 'human' | 'bot' | 'open' | 'auto';

export interface Seat {
  seat: number;
  kind: SeatKind;
  name: string | null;
  level: number | null;
  connected: boolean;
}

export interface LogEntry {
  /** place in the log, from 0 */
  ply: number;
  /** -1 is chance */
  seat: number;
  text: string;
  label: string;
  /** what it made happen by itself, a line for each thing */
  told?: string[];
}

export interface Result {
  winners: number[];
  scores: number[];
  reason: string;
}

export type Status = 'waiting' | 'live' | 'over';

export interface MatchView {
  id: string;
  game: string;
  title: string;
  options: Record<string, unknown>;
  players: number;
  rules_version: string | number;
  version: number;
  status: Status;
  you: number | null;
  seats: Seat[];
  scene: Scene;
  log: LogEntry[];
  result: Result | null;
  undo: { free: boolean; asked_by: number | null };
  draw_offered_by: number | null;
  thinking: { seat: number; seconds: number; waits_for: Compiled | null } | null;
  /** What went wrong with a bot. */
  trouble?: string | null;
  /** The match that follows this one. */
  rematch?: string | null;
}

export interface MatchSummary {
  id: string;
  game: string;
  title: string;
  status: Status;
  seats: Seat[];
  players: number;
  version: number;
  updated: string | number;
}

/** What creating, joining and a rematch answer. */
export interface Seated {
  id: string;
  seat: number;
  token: string;
  view: MatchView;
}

/** What somebody has reached alone in a game with these options. */
export interface PersonalRecord {
  game: string;
  options: Record<string, unknown>;
  count: number;
  best: number;
  mean: number;
}

export interface SeatWish {
  kind: SeatKind;
  level?: number;
  name?: string;
}

export interface NewMatch {
  game: string;
  players?: number;
  options?: Record<string, unknown>;
  seats?: SeatWish[];
}

export interface Hint {
  action: number;
  text: string;
  label: string;
}

/** A position is the server's own business; the client only hands it back. */
export type Position = unknown;

export type LearnBlock =
  | { kind: 'html'; html: string }
  | { kind: 'board'; position: Position; scene: Scene; viewer: number | null; caption: string };

export interface Lesson {
  title: string;
  blocks: LearnBlock[];
}

export interface PositionView {
  position: Position;
  scene: Scene;
  text: string;
}

export interface Refusal {
  code: string;
  message: string;
  ruling: string;
  version?: number;
}

export type Answer = 'accept' | 'decline';

export type Outgoing =
  | { type: 'play'; version: number; action: number | string }
  | { type: 'undo'; version: number; answer?: Answer }
  | { type: 'draw'; version: number; answer?: Answer }
  | { type: 'resign'; version: number }
  | { type: 'shape'; shape: Shape }
  | { type: 'ping' };

export type Incoming =
  | { type: 'view'; view: MatchView }
  | { type: 'pong'; version: number }
  | ({ type: 'error' } & Refusal);
