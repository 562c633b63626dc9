import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYZER, BENCH, LARGE_CORPUS } from '../folders.ts';
import { measure } from '../measure/measure.ts';

const LARGE_INDEX = join(BENCH, 'large.db');

/**
 * The index of all packages of the large corpus. It is cached, because building it takes minutes.
 *
 * @returns its path
 */
export async function requireLargeIndex(): Promise<string> {
  if (existsSync(LARGE_INDEX)) return LARGE_INDEX;
  if (!existsSync(LARGE_CORPUS)) throw new Error('no large corpus: run `npm run bench -- corpus --large` first');
  process.stderr.write('indexing the large corpus, once…\n');
  const unfinished = `${LARGE_INDEX}.new`;
  const packages = ['npm', 'debian'].flatMap((source) => {
    return readdirSync(join(LARGE_CORPUS, source)).map((name) => join(LARGE_CORPUS, source, name));
  });
  await measure([ANALYZER, 'workspace', 'index', ...packages, '--all', '--db', unfinished]);
  renameSync(unfinished, LARGE_INDEX);
  return LARGE_INDEX;
}
