/**
 * Builds and tests the native engine, `native/analyzer-rs`, if Cargo is installed; otherwise it prints one line, because the
 * portable engine works without it. Plain JavaScript, because it runs on install, before anything is built.
 *
 *   node tools/native.mjs prepare   build, and remove intermediate files; succeeds also if the build fails
 *   node tools/native.mjs build     build
 *   node tools/native.mjs test      format, lints, tests, licences
 *
 * `ANALYZER_KEEP_TARGET=1` keeps the intermediate files, so that the next build is fast.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusedLicences } from './native/licences.mjs';
import { linkedPackages } from './native/linked-packages.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = join(root, 'native/analyzer-rs');
const program = join(crate, 'target/release', process.platform === 'win32' ? 'analyzer-rs.exe' : 'analyzer-rs');
const [task = 'build'] = process.argv.slice(2);

const TASKS = { prepare, build, test };
const isThere = spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0;

if (TASKS[task] === undefined) {
  say(`unknown task ${task}; the tasks are ${Object.keys(TASKS).join(', ')}`);
  process.exitCode = 2;
} else if (!isThere) {
  say(
    'Without Cargo there is no native engine: the portable engine gives the same results with about 6 times the CPU time. Install Rust from https://rustup.rs and run `npm run build:native`.',
  );
  process.exitCode = task === 'build' ? 1 : 0;
} else {
  process.exitCode = TASKS[task]() ? 0 : 1;
}

function prepare() {
  say('Building the native engine: a few minutes the first time.');
  if (!build()) say('The native engine is not built. The portable engine gives the same results, slower.');
  else if (process.env.ANALYZER_KEEP_TARGET !== '1') removeIntermediateFiles();
  return true;
}

function build() {
  return cargo('build', '--release', '--locked', '--quiet', '--bin', 'analyzer-rs');
}

/** About 600 MB of compiled dependencies, which only the next build needs. */
function removeIntermediateFiles() {
  const folder = dirname(program);
  if (!existsSync(program)) return;
  for (const name of readdirSync(folder)) {
    if (name !== basename(program)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function test() {
  return (
    cargo('fmt', '--all', '--check') &&
    runLints() &&
    cargo('test', '--release', '--locked', '--quiet', '--workspace', '--lib', '--tests') &&
    cargo('test', '--release', '--locked', '--quiet', '--package', 'bash-syntax', '--lib', '--tests') &&
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
  return cargo('clippy', '--release', '--locked', '--quiet', '--workspace', '--all-targets', '--', '-D', 'warnings');
}

function checkLicences() {
  const refused = refusedLicences(linkedPackages(crate));
  for (const line of refused) say(line);
  return refused.length === 0;
}

/** @returns whether it succeeded */
function cargo(...args) {
  return spawnSync('cargo', args, { cwd: crate, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
