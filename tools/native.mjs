/**
 * Builds, tests and packs the native engine, `native/analyzer-rs`, if Cargo is installed; otherwise it prints one line,
 * because the portable engine works without it. Plain JavaScript, because it runs on install, before anything is built.
 *
 *   node tools/native.mjs prepare        build; succeeds also if the build fails
 *   node tools/native.mjs build          build
 *   node tools/native.mjs test           format, lints, tests, licences
 *   node tools/native.mjs pack [FOLDER]  build, and write an npm package for this platform (default native/packages)
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusedLicences } from './native/licences.mjs';
import { packNative } from './native/pack.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = join(root, 'native/analyzer-rs');
const bashSyntax = join(root, 'native/bash-syntax/Cargo.toml');
const program = join(crate, 'target/release', process.platform === 'win32' ? 'analyzer-rs.exe' : 'analyzer-rs');
const [task = 'build', folder = join(root, 'native/packages')] = process.argv.slice(2);

const TASKS = { prepare, build, test, pack };
const isThere = spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0;

if (TASKS[task] === undefined) {
  say(`unknown task ${task}; the tasks are ${Object.keys(TASKS).join(', ')}`);
  process.exitCode = 2;
} else if (!isThere) {
  say('The native engine is skipped: Cargo is not installed. The portable engine has the same features.');
  process.exitCode = task === 'build' || task === 'pack' ? 1 : 0;
} else {
  process.exitCode = TASKS[task]() ? 0 : 1;
}

function prepare() {
  say('Building the native engine: a minute or two the first time.');
  if (!build()) say('The native engine is not built. The portable engine has the same features.');
  return true;
}

function build() {
  return cargo('build', '--release', '--locked', '--quiet', '--bin', 'analyzer-rs');
}

function test() {
  return (
    cargo('fmt', '--check') &&
    runLints() &&
    cargo('test', '--release', '--locked', '--quiet', '--lib', '--tests') &&
    cargo('test', '--release', '--locked', '--quiet', '--tests', '--manifest-path', bashSyntax) &&
    checkLicences()
  );
}

/** Lints only with the pinned Clippy version, because other versions have other lints. */
function runLints() {
  const version = /^rust-version = "1\.(\d+)"/mu.exec(readFileSync(join(crate, 'Cargo.toml'), 'utf8'))?.[1];
  const { stdout } = spawnSync('cargo', ['clippy', '--version'], { encoding: 'utf8' });
  if (!stdout?.startsWith(`clippy 0.1.${version} `)) {
    say(`Lints are skipped: Clippy of Rust 1.${version} is not installed.`);
    return true;
  }
  return cargo('clippy', '--release', '--locked', '--quiet', '--all-targets', '--', '-D', 'warnings');
}

function pack() {
  if (!build()) return false;
  const { version } = JSON.parse(readFileSync(join(root, 'packages/analyzer/package.json'), 'utf8'));
  const linked = linkedPackages();
  const packed = packNative({ program, licence: join(root, 'LICENSE'), version, linked, folder: resolve(folder) });
  process.stdout.write(`${packed.archive}\n`);
  say(`An optional dependency of analyzer: "${packed.name}": "${packed.version}"`);
  return true;
}

function checkLicences() {
  const refused = refusedLicences(linkedPackages());
  for (const line of refused) say(line);
  return refused.length === 0;
}

/** Cargo's metadata of all packages that are linked into the program. */
function linkedPackages() {
  const host = /^host: (.*)$/m.exec(spawnSync('rustc', ['-vV'], { encoding: 'utf8' }).stdout)?.[1] ?? '';
  const { status, stdout, stderr } = spawnSync(
    'cargo',
    ['metadata', '--locked', '--offline', '--format-version', '1', '--filter-platform', host],
    { cwd: crate, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`cargo metadata: ${stderr}`);
  return JSON.parse(stdout).packages;
}

/** @returns whether it succeeded */
function cargo(...args) {
  return spawnSync('cargo', args, { cwd: crate, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
