/**
 * Packs `analyzer-cli`: the built programs with their grammars, schemas and pages, the README and all licences. Everything
 * is bundled except packages that bring binaries; those are its dependencies.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmPack } from './npm-pack.mjs';
import { PLATFORMS } from './platform.mjs';

export const NAME = 'analyzer-cli';

/**
 * @param {object} input
 * @param {string} input.root the repository, built
 * @param {string} input.folder where the archive is written
 * @returns {{ name: string, version: string, archive: string }} of the package
 */
export function packCli({ root, folder }) {
  const manifestOf = (name) => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  const [analyzer, core, dashboard] = ['analyzer', 'core', 'dashboard'].map(manifestOf);
  const { version, description, license, engines } = analyzer;
  const manifest = {
    name: NAME,
    version,
    description,
    keywords: ['duplicate-code', 'clone-detection', 'static-analysis', 'refactoring', 'jscpd'],
    license,
    type: 'module',
    engines,
    bin: {
      analyzer: 'bin/analyzer.js',
      'analyzer-llm': 'bin/analyzer-llm.js',
      [NAME]: 'bin/analyzer.js',
      dashboard: 'dashboard/bin/dashboard.js',
    },
    files: ['bin', 'dist', 'dashboard', 'THIRD_PARTY_LICENSES.txt'],
    dependencies: Object.fromEntries(
      ['@parcel/watcher', '@photostructure/sqlite', 'oxc-parser'].map((name) => [name, core.dependencies[name]]),
    ),
    optionalDependencies: {
      ...Object.fromEntries(PLATFORMS.map((platform) => [`analyzer-rs-${platform}`, version])),
      ...dashboard.optionalDependencies,
    },
  };
  const staging = mkdtempSync(join(tmpdir(), 'analyzer-cli-'));
  try {
    writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    for (const [from, to] of [
      ['packages/analyzer/bin', 'bin'],
      ['packages/analyzer/dist', 'dist'],
      ['packages/dashboard/bin', 'dashboard/bin'],
      ['packages/dashboard/dist', 'dashboard/dist'],
      ['LICENSE', 'LICENSE'],
      ['README.md', 'README.md'],
      ['packages/analyzer/dist/THIRD_PARTY_LICENSES.txt', 'THIRD_PARTY_LICENSES.txt'],
    ]) {
      cpSync(join(root, from), join(staging, to), { recursive: true });
    }
    rmSync(join(staging, 'dist/THIRD_PARTY_LICENSES.txt'));
    return { name: NAME, version, archive: npmPack(staging, folder) };
  } finally {
    rmSync(staging, { recursive: true });
  }
}
