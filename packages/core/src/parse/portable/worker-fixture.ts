import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

const PACKAGES = ['oxc-parser', 'web-tree-sitter'];

/** The worker as shipped, in a folder of its own: bundle, `grammars/`, and the packages that it imports. */
export interface WorkerFixture {
  path: string;
  remove(): void;
}

/**
 * @param repository its root, which a bundle of this file cannot determine
 * @param without grammar files and packages to omit
 */
export async function buildWorker(repository: string, without: readonly string[] = []): Promise<WorkerFixture> {
  const grammars = join(repository, 'languages/grammars');
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  await build({
    entryPoints: [join(repository, 'packages/core/src/parse/portable/worker.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: PACKAGES,
  });
  mkdirSync(join(folder, 'grammars'));
  for (const file of readdirSync(grammars).filter((file) => file.endsWith('.wasm') && !without.includes(file))) {
    cpSync(join(grammars, file), join(folder, 'grammars', file));
  }
  mkdirSync(join(folder, 'node_modules'));
  for (const name of PACKAGES.filter((name) => !without.includes(name))) {
    symlinkSync(join(repository, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
  }
  return { path: join(folder, 'worker.mjs'), remove: () => rmSync(folder, { recursive: true }) };
}
