/**
 * Builds the tree-sitter grammars of both engines: fetches each npm package (without running its code), applies
 * `native/grammars/<id>/grammar.patch`, generates the parser in C, and compiles it to WebAssembly.
 *
 *   node tools/grammars.mjs           fails if the files in the repository differ from the built ones
 *   node tools/grammars.mjs --write   writes the C sources, the `.wasm`, the licences and the SHA-256 in the language data
 *   node tools/grammars.mjs --check   builds nothing: fails if the files differ from the recorded SHA-256
 *
 * Building needs the tree-sitter CLI, `patch`, clang and lld of version 19, and `wasi-libc`. `npm ci` needs none of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGrammar } from './grammars/build.mjs';
import { differingFiles, recordedDigests, writeGrammar } from './grammars/store.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [task = 'compare'] = process.argv.slice(2).map((argument) => argument.replace(/^--/, ''));

for (const name of readdirSync(join(root, 'languages')).filter((file) => file.endsWith('.json'))) {
  const { id, grammar } = JSON.parse(readFileSync(join(root, 'languages', name), 'utf8'));
  if (grammar !== undefined) handle({ id, grammar, root });
}

function handle(language) {
  if (task === 'check') {
    report(language, recordedDigests(language));
    return;
  }
  const built = buildGrammar(language);
  if (task === 'write') writeGrammar(language, built);
  report(language, differingFiles(language, built));
}

function report({ grammar }, differences) {
  process.stdout.write(`${grammar.package}@${grammar.version}  ${differences.length === 0 ? 'same' : 'DIFFERENT'}\n`);
  for (const line of differences) process.stderr.write(`${line}: run npm run grammars -- --write\n`);
  if (differences.length > 0) process.exitCode = 1;
}
