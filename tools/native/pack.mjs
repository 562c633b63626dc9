/**
 * Packs the native engine as an npm package for one platform: the program, its licence and those of linked packages.
 * npm installs such a package only if `os`, `cpu` and `libc` match, so all platforms can be optional dependencies.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)/i;

/**
 * @param {object} input
 * @param {string} input.program the built engine
 * @param {string} input.licence file of our own licence
 * @param {string} input.version of the package
 * @param {{ name: string, version: string, license?: string | null, manifest_path: string }[]} input.linked packages of
 *   `cargo metadata` that are in the program
 * @param {string} input.folder where the archive is written
 * @returns {{ name: string, version: string, archive: string }} of the package
 */
export function packNative({ program, licence, version, linked, folder }) {
  const name = `@analyzer/native-${process.platform}-${process.arch}`;
  const manifest = {
    name,
    version,
    description: `The native engine of analyzer for ${process.platform} on ${process.arch}`,
    license: 'Apache-2.0',
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === 'linux' && { libc: [isGlibc() ? 'glibc' : 'musl'] }),
    files: ['bin', 'LICENSES.txt'],
  };
  const staging = mkdtempSync(join(tmpdir(), 'analyzer-native-'));
  try {
    mkdirSync(join(staging, 'bin'));
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(program, join(staging, 'bin', basename(program)));
    copyFileSync(licence, join(staging, 'LICENSE'));
    writeFileSync(join(staging, 'LICENSES.txt'), linked.map(licenceText).join('\n'));
    mkdirSync(folder, { recursive: true });
    const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: staging,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`npm pack: ${stderr.trim()}`);
    return { name, version, archive: join(folder, stdout.trim()) };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** What is linked against a C library of GNU does not start with another. */
function isGlibc() {
  return process.report.getReport().header.glibcVersionRuntime !== undefined;
}

function licenceText({ name, version, license, manifest_path }) {
  const folder = dirname(manifest_path);
  const files = readdirSync(folder).filter((file) => LICENCE_FILE.test(file) && statSync(join(folder, file)).isFile());
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return `${[`${name} ${version} (${license ?? 'no licence named'})`, ...texts].join('\n\n')}\n`;
}
