// Personal records in matches for one player. The server computes them.

import type { Options, PersonalRecord } from '../types';
import { account } from './account.svelte';
import { api } from './api';
import { counted, number } from './language';

/** Returns the records, or none if the server does not know this person or cannot be reached. */
export async function ownRecords(): Promise<PersonalRecord[]> {
  await account.loaded;
  return account.me ? api.records().catch(() => []) : [];
}

/** Returns the record in a game with exactly these options. */
export function recordOf(
  records: readonly PersonalRecord[],
  game: string,
  options: Options,
): PersonalRecord | undefined {
  return records.find((record) => record.game === game && sameOptions(record.options, options));
}

/** Returns the most relevant record of a game: with these options, or else with the options played most often. */
export function tellingRecord(
  records: readonly PersonalRecord[],
  game: string,
  options: Options,
): PersonalRecord | undefined {
  const own = records.filter((record) => record.game === game);
  return recordOf(own, game, options) ?? own.sort((a, b) => b.count - a.count)[0];
}

function sameOptions(a: Options, b: Options): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

/** "best 98, average 85.3 of 4 games" */
export function recordText({ best, mean, count }: PersonalRecord): string {
  const average = number(mean, { maximumFractionDigits: 1 });
  return counted(
    count,
    'best {best}, average {average} of {count} game',
    'best {best}, average {average} of {count} games',
    { best, average },
  );
}
