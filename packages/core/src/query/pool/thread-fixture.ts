import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const DRIVER = '@photostructure/sqlite';

export interface ThreadFixture {
  path: string;
  remove(): void;
}

/** With the operations of the index, and slow ones. */
const SLOW_THREAD = fileURLToPath(new URL('slow-thread.ts', import.meta.url));

/**
 * A thread program, bundled like the product.
 *
 * @param entry path of the program's source
 */
export async function buildThread(entry: string = SLOW_THREAD): Promise<ThreadFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'query-thread-'));
  const path = join(folder, 'thread.mjs');
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [DRIVER, 'pg-native'],
  });
  const link = join(folder, 'node_modules', DRIVER);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(repository, 'node_modules', DRIVER), link, 'junction');
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
