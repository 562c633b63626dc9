import { Option } from 'commander';

/** Default path of the index. Scans exclude its folder. */
export const DEFAULT_DB = '.analyzer/index.db';

/** `--db` of commands that read an index. */
export function dbOption(description = `index file, or URL of a PostgreSQL database (default ${DEFAULT_DB})`): Option {
  return new Option('--db <file>', description).default(DEFAULT_DB);
}
