// Short names for the data of the web API. `make types` generates `api-types.ts` from the server's description;
// core/scene.py documents the fields of a scene.
import type { components } from './api-types';

type Schemas = components['schemas'];

export type Scene = Schemas['Scene'];
export type Area = Schemas['Area'];
export type Piece = Schemas['Piece'];
export type Panel = Schemas['Panel'];
export type Fact = Schemas['Fact'];
export type Sheet = Schemas['Sheet'];
export type Choice = Schemas['Choice'];
export type Sign = Schemas['Sign'];

export type GameInfo = Schemas['GameInfo'];
export type OptionInfo = Schemas['OptionInfo'];
export type LevelInfo = Schemas['LevelInfo'];
export type AutoInfo = Schemas['AutoInfo'];
export type Compiled = Schemas['Compiled'];

export type MatchView = Schemas['MatchView'];
export type MatchSummary = Schemas['MatchSummary'];
export type Options = MatchView['options'];
export type Status = MatchView['status'];
export type Seat = Schemas['SeatView'];
export type LogEntry = Schemas['LogLine'];
export type Result = Schemas['ResultView'];
export type Hints = Schemas['Hints'];
export type HintUse = Schemas['HintUse'];
export type Order = Schemas['OrderView'];
export type Guide = Schemas['GuideView'];
export type Tip = Schemas['TipView'];
export type PersonalRecord = Schemas['Record'];
export type FormatInfo = Schemas['FormatInfo'];
export type Imported = Schemas['Imported'];

export type Policy = Schemas['Policy'];
export type Clock = Schemas['Clock'];
export type ClockView = Schemas['ClockView'];
export type MatchPage = Schemas['MatchPage'];
export type SeatChange = Omit<Schemas['SeatChange'], 'version'>;

export type Me = Schemas['Me'];
export type KeyInfo = Schemas['KeyInfo'];
export type ProgramKey = Schemas['ProgramKey'];
export type DeviceLink = Schemas['DeviceLink'];
export type Scope = KeyInfo['scopes'][number];

export type PasskeyInfo = Schemas['PasskeyInfo'];
export type PasskeyOptions = Schemas['PasskeyOptions'];

export type TalkLine = Schemas['TalkLine'];
export type TalkPage = Schemas['TalkPage'];
export type Room = TalkLine['room'];
export type Mark = TalkLine['reactions'][number]['mark'];

export type Rating = Schemas['RatingInfo'];
export type RatingPoint = Schemas['RatingPoint'];
export type SeatRating = Schemas['SeatRating'];
export type Leaders = Schemas['Leaders'];
export type Profile = Schemas['Profile'];
export type PublicMatch = Schemas['PublicMatch'];
export type NoticeSettings = Schemas['NoticeSettings'];
export type NoticeChange = Schemas['NoticeChange'];
export type NoticeLine = Schemas['NoticeLine'];
export type NoticeEvent = NoticeSettings['mail']['events'][number];
export type NoticeChannel = NoticeLine['channel'];
export type Pace = NoticeSettings['pace'];
export type PushKeys = Schemas['PushSubscription'];
export type Webhook = Schemas['WebhookInfo'];
export type WebhookKey = Schemas['WebhookKey'];

export type NewMatch = Schemas['NewMatch'];
export type NewOrder = Schemas['NewOrder'];
export type SeatWish = Schemas['NewSeat'];
export type Seated = Schemas['Seated'];

export type Lesson = Schemas['Lesson'];
export type LearnBlock = Lesson['blocks'][number];
export type PositionView = Schemas['PositionView'];
export type DraftView = Schemas['DraftView'];
export type DraftChange = NonNullable<Schemas['DraftQuestion']['change']>;
export type Tray = Schemas['Tray'];
export type TrayItem = Schemas['Item'];
export type Dial = Schemas['Dial'];
export type Thoughts = Schemas['Thoughts'];
export type Candidate = Schemas['Candidate'];
export type LineView = Schemas['LineView'];
export type AnalysisView = Schemas['AnalysisView'];
export type AnalysisFound = Schemas['AnalysisFound'];
export type MistakeView = Schemas['MistakeView'];
export type TreeView = Schemas['TreeView'];
export type Variation = Schemas['Node'];
export type VariationView = Schemas['NodeView'];
/** A position. The client does not read it and only sends it back to the server. */
export type Position = PositionView['position'];
export type Shape = Schemas['ShapeMessage']['shape'];

export type Refusal = Schemas['Refusal'];
export type Outgoing = Schemas['ClientMessage'];
export type Incoming = Schemas['ServerMessage'];
export type Answer = NonNullable<Schemas['Ask']['answer']>;
export type Comment = Schemas['CommentView'];
export type PuzzleGame = Schemas['PuzzleGame'];
export type PuzzleShelf = Schemas['PuzzleShelf'];
export type PuzzleView = Schemas['PuzzleView'];
export type PuzzleVerdict = Schemas['PuzzleVerdict'];
export type PuzzleStanding = Schemas['PuzzleStanding'];
export type PuzzleExplained = Schemas['PuzzleExplained'];
export type PuzzleSolution = Schemas['PuzzleSolution'];
export type Openings = Schemas['Openings'];
export type BookPage = Schemas['BookPage'];
