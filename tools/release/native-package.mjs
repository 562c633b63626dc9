/**
 * Packs the native engine as an npm package for one platform: the program, its licence and those of linked packages.
 * npm installs such a package only if `os`, `cpu` and `libc` match, so all platforms can be optional dependencies.
 */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { licenceText } from './licence-text.mjs';
import { npmPack } from './npm-pack.mjs';

/**
 * @param {object} input
 * @param {string} input.program the built engine
 * @param {string} input.platform as in `PLATFORMS`
 * @param {string} input.licence file of our own licence
 * @param {string} input.version of the package
 * @param {{ name: string, version: string, license?: string | null, manifest_path: string }[]} input.linked packages of
 *   `cargo metadata` that are in the program
 * @param {string} input.folder where the archive is written
 * @returns {{ name: string, version: string, archive: string }} of the package
 */
export function packNative({ program, platform, licence, version, linked, folder }) {
  const name = `analyzer-rs-${platform}`;
  const [os, cpu, libc] = platform.split('-');
  const manifest = {
    name,
    version,
    description: `The native engine of analyzer-cli for ${platform}`,
    license: 'Apache-2.0',
    os: [os],
    cpu: [cpu],
    ...(libc !== undefined && { libc: [libc === 'gnu' ? 'glibc' : libc] }),
    files: ['bin', 'LICENSES.txt'],
  };
  const staging = mkdtempSync(join(tmpdir(), 'analyzer-native-'));
  try {
    const packed = join(staging, 'bin', basename(program));
    mkdirSync(dirname(packed));
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    copyFileSync(program, packed);
    chmodSync(packed, 0o755);
    copyFileSync(licence, join(staging, 'LICENSE'));
    const texts = linked.map(({ manifest_path, ...one }) => licenceText({ ...one, folder: dirname(manifest_path) }));
    writeFileSync(join(staging, 'LICENSES.txt'), texts.join('\n'));
    return { name, version, archive: npmPack(staging, folder) };
  } finally {
    rmSync(staging, { recursive: true });
  }
}
