/**
 * Builds the tree-sitter grammars of both engines: fetches each npm package (without running its code), applies
 * `native/grammars/<id>/grammar.patch`, generates the parser in C, and compiles it to WebAssembly.
 *
 *   node tools/grammars.mjs           fails if the files in the repository differ from the built ones
 *   node tools/grammars.mjs --write   writes the C sources, the `.wasm`, the licences and the SHA-256 in the language data
 *   node tools/grammars.mjs --check   builds nothing: fails if the files differ from the recorded SHA-256
 *
 * Ids of languages after these (`--write lua`) select their grammars; the default is all.
 *
 * Building needs the tree-sitter CLI, `patch`, clang and lld of version 19, and `wasi-libc`. `npm ci` needs none of them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildGrammar } from './grammars/build.mjs';
import { differingFiles, recordedDigests, writeGrammar } from './grammars/store.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean' }, check: { type: 'boolean' } },
  allowPositionals: true,
});

try {
  for (const language of selected(languagesWithGrammar())) handle(language);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

function languagesWithGrammar() {
  return readdirSync(join(root, 'languages'))
    .filter((file) => file.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(root, 'languages', name), 'utf8')))
    .filter(({ grammar }) => grammar !== undefined)
    .map(({ id, grammar }) => ({ id, grammar, root }));
}

function selected(languages) {
  for (const wanted of positionals) {
    if (!languages.some(({ id }) => id === wanted)) {
      throw new Error(
        `languages/${wanted}.json has no "grammar"; known are ${languages.map(({ id }) => id).join(', ')}`,
      );
    }
  }
  return languages.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
}

function handle(language) {
  if (values.check) {
    report(language, recordedDigests(language));
    return;
  }
  const built = buildGrammar(language);
  if (values.write) writeGrammar(language, built);
  report(language, differingFiles(language, built));
}

function report({ grammar }, differences) {
  process.stdout.write(`${grammar.package}@${grammar.version}  ${differences.length === 0 ? 'same' : 'DIFFERENT'}\n`);
  for (const line of differences) process.stderr.write(`${line}: run npm run grammars -- --write\n`);
  if (differences.length > 0) process.exitCode = 1;
}
