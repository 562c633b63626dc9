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

/** A thread program with additional slow operations, bundled like the product. */
export async function buildThread(): Promise<ThreadFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'query-thread-'));
  const path = join(folder, 'thread.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('slow-thread.ts', import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: [DRIVER],
  });
  const link = join(folder, 'node_modules', DRIVER);
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(join(repository, 'node_modules', DRIVER), link, 'junction');
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}
