/**
 * Writes the npm packages of a release: `analyzer-cli`, and `analyzer-rs-<platform>` with the native engine for this platform.
 *
 *   node tools/release.mjs [--out DIR]   default: release/
 *
 * On Linux with glibc the engine is linked by `cargo zigbuild` (packages `cargo-zigbuild` and `ziglang` of PyPI) so that it
 * starts with glibc 2.28; without it, it needs the glibc of this machine, and a line says so.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { linkedPackages } from './native/linked-packages.mjs';
import { packCli } from './release/cli-package.mjs';
import { packNative } from './release/native-package.mjs';
import { GLIBC_FLOOR, newestGlibc, thisPlatform } from './release/platform.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const crate = join(root, 'native/analyzer-rs');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'release') } } });
const folder = resolve(values.out);
const platform = thisPlatform();

run('npm', ['run', '--silent', 'build'], root);
const packed = [packCli({ root, folder })];
if (spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0) {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/analyzer/package.json'), 'utf8'));
  const licence = join(root, 'LICENSE');
  packed.push(
    packNative({ program: buildNative(), platform, licence, version, linked: linkedPackages(crate), folder }),
  );
} else {
  process.stderr.write('Cargo is not installed: the package of the native engine is not written.\n');
}
for (const { archive } of packed) process.stdout.write(`${archive}\n`);

/** @returns {string} the built program */
function buildNative() {
  const name = process.platform === 'win32' ? 'analyzer-rs.exe' : 'analyzer-rs';
  const options = ['--release', '--locked', '--quiet', '--bin', 'analyzer-rs'];
  if (!platform.endsWith('-gnu') || !hasZigbuild()) {
    run('cargo', ['build', ...options], crate);
    const program = join(crate, 'target/release', name);
    const glibc = platform.endsWith('-gnu') ? newestGlibc(program) : 0;
    if (glibc > GLIBC_FLOOR) {
      process.stderr.write(
        `The engine needs glibc 2.${glibc}. Install cargo-zigbuild and ziglang to link it for 2.${GLIBC_FLOOR}.\n`,
      );
    }
    return program;
  }
  const target = `${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-unknown-linux-gnu`;
  run('cargo', ['zigbuild', ...options, '--target', `${target}.2.${GLIBC_FLOOR}`], crate);
  const program = join(crate, 'target', target, 'release', name);
  const glibc = newestGlibc(program);
  if (glibc > GLIBC_FLOOR) throw new Error(`${program} needs glibc 2.${glibc}, more than 2.${GLIBC_FLOOR}`);
  return program;
}

function hasZigbuild() {
  return spawnSync('cargo-zigbuild', ['--version'], { stdio: 'ignore' }).status === 0;
}

function run(program, args, cwd) {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${program} ${args.join(' ')} fails`);
}
