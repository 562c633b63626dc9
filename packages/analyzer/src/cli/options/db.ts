import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Retention } from '@analyzer/core/index/postgres/remove-generations.ts';
import { type Command, InvalidArgumentError, Option } from 'commander';

/** Default path of the index. Scans exclude its folder. */
export const DEFAULT_DB = '.analyzer/index.db';

/** `--db` of commands that read an index. */
export function dbOption(description = `index file, or URL of a PostgreSQL database (default ${DEFAULT_DB})`): Option {
  return new Option('--db <file>', description).default(DEFAULT_DB);
}

const MAX_KEPT = 1_000;

/** `--keep` of commands that publish an index to a server. */
export function keepOption(): Option {
  return new Option(
    '--keep <n>',
    `newest generations that stay on a PostgreSQL server, 1 to ${MAX_KEPT}, or those of some days, such as 7d (default 1)`,
  ).argParser(retention);
}

function retention(text: string): Retention {
  const [, digits, unit] = /^(\d+)(d?)$/.exec(text) ?? [];
  const number = Number(digits);
  if (number < 1 || !(number <= MAX_KEPT)) {
    throw new InvalidArgumentError(`Expected a number from 1 to ${MAX_KEPT}, or of days, such as 7d.`);
  }
  return unit === 'd' ? { newest: 1, days: number } : { newest: number, days: 0 };
}

/** `--since` of commands that answer queries. */
export function sinceOption(): Option {
  return new Option('--since <file>', 'earlier index that the operation changes compares with, also a URL');
}

/** Flags of commands that write an index; a flag that is not set is absent. */
export interface NewIndexFlags {
  db?: string;
  replace?: true;
  keep?: Retention;
}

/** `--db` and `--replace` of commands that write an index. @param place the default path, as the help shows it */
export function addNewIndex(command: Command, place = DEFAULT_DB): Command {
  return command
    .option('--db <file>', `index file, or URL of a PostgreSQL database (default ${place})`)
    .option('--replace', 'replace the index that --db names also if it has projects that the new one does not have');
}

/** The index that a command writes. */
export interface IndexPath {
  /** Path, or URL of a server. */
  db: string;
  /** Whether it is the default path, because `--db` is not set. */
  isDefaultPath: boolean;
  /** Whether it may lose projects: with `--replace`, and always if it is the default index of a folder. */
  mayRemoveProjects: boolean;
  /** Generations that stay on a server. */
  keep?: Retention;
}

/**
 * @param folder has the index if `--db` is not set
 * @param others have default indexes too, of other commands
 */
export function newIndexPath({ db, replace, keep }: NewIndexFlags, folder = '.', ...others: string[]): IndexPath {
  if (db === undefined) return { db: join(folder, DEFAULT_DB), isDefaultPath: true, mayRemoveProjects: true };
  const isDefault = [folder, ...others].some((its) => isDefaultOf(db, its));
  return {
    db,
    isDefaultPath: false,
    mayRemoveProjects: replace === true || isDefault,
    ...(keep !== undefined && { keep }),
  };
}

/** Whether a path leads to the default index of a folder. A link in the folder that leads out of it does not. */
function isDefaultOf(db: string, folder: string): boolean {
  try {
    return realpathSync(db) === join(realpathSync(folder), DEFAULT_DB);
  } catch {
    return false;
  }
}
