import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect } from 'vitest';

const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const DRIVER = '@photostructure/sqlite';

export interface ThreadFixture {
  path: string;
  remove(): void;
}

/** With the operations of the index, and slow ones. */
const SLOW_THREAD = fileURLToPath(new URL('slow-thread.ts', import.meta.url));

/** The file that a slow operation creates when it starts. */
export function startMark(): { ready: string; started(): Promise<void> } {
  const ready = join(mkdtempSync(join(tmpdir(), 'started-')), 'ready');
  return { ready, started: () => expect.poll(() => existsSync(ready), { timeout: 20_000 }).toBe(true) };
}

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
