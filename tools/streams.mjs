/**
 * Generates `fixtures/vectors/stream/streams.json` from the sources next to it. Run `npm run streams` after a change of
 * the sources, the language data or the stream rules. Review the difference: a changed stream changes the fingerprints of
 * all users. With `--check` it writes nothing and exits 1 when the file is stale.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundle } from './import-bundle.mjs';

const tools = dirname(fileURLToPath(import.meta.url));
const root = dirname(tools);
const { streamsDocument } = await importBundle('streams/document.ts', 'streams');

const file = join(root, 'fixtures/vectors/stream/streams.json');
const wanted = await streamsDocument(root);
const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== wanted;
if (isStale && process.argv.includes('--check')) {
  process.stderr.write('fixtures/vectors/stream/streams.json is stale: run npm run streams\n');
  process.exitCode = 1;
} else if (isStale) {
  writeFileSync(file, wanted);
}
