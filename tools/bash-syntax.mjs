/**
 * Compiles `native/bash-syntax` to WebAssembly for the portable engine: `npm run bash-syntax`. It needs Cargo and the
 * standard library for `wasm32-unknown-unknown` (`rustup target add wasm32-unknown-unknown`); `npm ci` needs neither,
 * because the result is in the repository. Its SHA-256 and that of the sources are recorded in `languages/bash.json`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesDigest } from './bash-syntax/sources.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = join(root, 'native/bash-syntax');
const target = 'wasm32-unknown-unknown';

execFileSync('cargo', ['rustc', '--release', '--locked', '--lib', '--target', target, '--crate-type', 'cdylib'], {
  cwd: crate,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, CARGO_TARGET_DIR: join(crate, 'target') },
});

const data = join(root, 'languages/bash.json');
const { file } = JSON.parse(readFileSync(data, 'utf8')).syntax;
const wasm = join(root, 'languages/grammars', file);
copyFileSync(join(crate, 'target', target, 'release/bash_syntax.wasm'), wasm);
const sha256 = createHash('sha256').update(readFileSync(wasm)).digest('hex');
const text = readFileSync(data, 'utf8')
  .replace(/"sha256": "[0-9a-f]*"/, `"sha256": "${sha256}"`)
  .replace(/"sources": "[0-9a-f]*"/, `"sources": "${sourcesDigest(crate)}"`);
writeFileSync(data, text);
process.stdout.write(`${file}  ${readFileSync(wasm).length} bytes  ${sha256}\n`);
