import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const PATCH = 'grammar.patch';

/** Writes a built grammar into the repository and records its SHA-256 in the language data. */
export function writeGrammar({ id, grammar, root }, { wasm, licence, sources }) {
  const crate = join(root, 'native/grammars', id);
  for (const [path, bytes] of sources) write(join(crate, path), bytes);
  write(join(crate, 'LICENSE'), licence);
  write(wasmFile(root, grammar), wasm);
  write(wasmFile(root, grammar).replace(/\.wasm$/, '.LICENSE'), licence);
  const data = join(root, 'languages', `${id}.json`);
  const text = readFileSync(data, 'utf8')
    .replace(/"sha256": "[0-9a-f]*"/, `"sha256": "${digestOf([['wasm', wasm]])}"`)
    .replace(/"sources": "[0-9a-f]*"/, `"sources": "${sourcesDigest(crate)}"`);
  write(data, text);
}

/** @returns a line for each file in the repository that differs from the built one */
export function differingFiles({ id, grammar, root }, { wasm, sources }) {
  const crate = join(root, 'native/grammars', id);
  const built = [[wasmFile(root, grammar), wasm], ...[...sources].map(([path, bytes]) => [join(crate, path), bytes])];
  const differing = built.filter(([file, bytes]) => !existsSync(file) || !readFileSync(file).equals(bytes));
  return differing.map(([file]) => `${relative(root, file)} differs from the file that its package and patch give`);
}

/** @returns a line for each recorded SHA-256 that is not that of the files */
export function recordedDigests({ id, grammar, root }) {
  const wasm = digestOf([['wasm', readFileSync(wasmFile(root, grammar))]]);
  const sources = sourcesDigest(join(root, 'native/grammars', id));
  return [
    ...(wasm === grammar.sha256 ? [] : [`${grammar.file} is not the file recorded in languages/${id}.json`]),
    ...(sources === grammar.sources ? [] : [`native/grammars/${id} is not what languages/${id}.json records`]),
  ];
}

function wasmFile(root, grammar) {
  return join(root, 'languages/grammars', grammar.file);
}

/** Of the patch and the C files, in the order of their paths. */
function sourcesDigest(crate) {
  const paths = readdirSync(crate, { recursive: true }).filter((path) => /\.[ch]$/.test(path) || path === PATCH);
  return digestOf(paths.sort().map((path) => [path, readFileSync(join(crate, path))]));
}

function digestOf(files) {
  const digest = createHash('sha256');
  for (const [, bytes] of files) digest.update(bytes);
  return digest.digest('hex');
}

function write(file, bytes) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}
