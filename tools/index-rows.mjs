/**
 * Generates the row layouts of the index for both engines from `languages/index-rows.json`. Run `npm run index-rows`
 * after a change of that file. With `--check` it writes nothing and exits 1 when a generated file is stale.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rustSource, typeScriptSource } from './index-rows/source.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const document = JSON.parse(readFileSync(join(root, 'languages/index-rows.json'), 'utf8'));

for (const [path, wanted] of [
  ['packages/core/src/index/generated/rows.ts', typeScriptSource(document)],
  ['native/analyzer-rs/src/index/row_layouts.rs', rustSource(document)],
]) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === wanted) continue;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is stale: run npm run index-rows\n`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, wanted);
  }
}
