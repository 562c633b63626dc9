/**
 * Compiles `native/bash-syntax` to WebAssembly for the portable engine: `npm run bash-syntax`. It needs Cargo and the
 * standard library for `wasm32-unknown-unknown` (`rustup target add wasm32-unknown-unknown`); `npm ci` needs neither,
 * because the result is in the repository. Its SHA-256 and that of the sources are recorded in `languages/bash.json`.
 * With `--check` it compiles nothing and exits 1 when file, sources and record differ.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = join(root, 'native/bash-syntax');
const target = 'wasm32-unknown-unknown';
const data = join(root, 'languages/bash.json');
const { file, sha256, sources } = JSON.parse(readFileSync(data, 'utf8')).syntax;
const wasm = join(root, 'languages/grammars', file);

if (process.argv.includes('--check')) {
  if (digestOf([wasm]) !== sha256) fail(`${file} is not the file recorded in languages/bash.json`);
  if (sourcesDigest() !== sources) fail(`${file} was compiled from other sources than native/bash-syntax has`);
} else {
  compile();
}

function fail(reason) {
  process.stderr.write(`${reason}: run npm run bash-syntax\n`);
  process.exitCode = 1;
}

function compile() {
  execFileSync('cargo', ['rustc', '--release', '--locked', '--lib', '--target', target, '--crate-type', 'cdylib'], {
    cwd: crate,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, CARGO_TARGET_DIR: join(crate, 'target') },
  });
  copyFileSync(join(crate, 'target', target, 'release/bash_syntax.wasm'), wasm);
  const digest = digestOf([wasm]);
  const text = readFileSync(data, 'utf8')
    .replace(/"sha256": "[0-9a-f]*"/, `"sha256": "${digest}"`)
    .replace(/"sources": "[0-9a-f]*"/, `"sources": "${sourcesDigest()}"`);
  writeFileSync(data, text);
  process.stdout.write(`${file}  ${readFileSync(wasm).length} bytes  ${digest}\n`);
}

/** Of the manifest, the lock file and the sources, in the order of their names. */
function sourcesDigest() {
  const names = readdirSync(join(crate, 'src')).sort();
  return digestOf(
    ['Cargo.toml', 'Cargo.lock', ...names.map((name) => join('src', name))].map((name) => join(crate, name)),
  );
}

function digestOf(files) {
  const digest = createHash('sha256');
  for (const name of files) digest.update(readFileSync(name));
  return digest.digest('hex');
}
