/**
 * Builds and tests the native engine, `native/analyzer-rs`, where Cargo is there; else it says one line, because the
 * portable engine needs none of it. Plain JavaScript, because it runs on install, before anything is built.
 *
 *   node tools/native.mjs prepare   build, and go on without it where that fails
 *   node tools/native.mjs build     build, and fail where that fails
 *   node tools/native.mjs test      format, licences, tests
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refusedLicences } from './native/licences.mjs';

const crate = join(dirname(dirname(fileURLToPath(import.meta.url))), 'native/analyzer-rs');
const [task = 'build'] = process.argv.slice(2);

/** @returns whether it succeeded */
function cargo(...args) {
  return spawnSync('cargo', args, { cwd: crate, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}

const isThere = spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0;
if (!isThere) {
  say('The native engine is left out: cargo is not there (rustup.rs).');
  process.exitCode = task === 'build' ? 1 : 0;
} else if (task === 'test') {
  const held = cargo('fmt', '--check') && cargo('test', '--release', '--locked', '--quiet') && licencesHold();
  process.exitCode = held ? 0 : 1;
} else if (!cargo('build', '--release', '--locked', '--quiet')) {
  say('The native engine is not built; the portable one does all it does.');
  process.exitCode = task === 'build' ? 1 : 0;
}

function licencesHold() {
  const { status, stdout } = spawnSync(
    'cargo',
    ['metadata', '--locked', '--offline', '--format-version', '1', '--filter-platform', 'x86_64-unknown-linux-gnu'],
    { cwd: crate, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const refused = status === 0 ? refusedLicences(JSON.parse(stdout).packages) : ['cargo metadata failed'];
  for (const line of refused) say(line);
  return refused.length === 0;
}
