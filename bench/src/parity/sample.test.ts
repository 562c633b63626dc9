import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NATIVE_MISSING } from '../../../packages/core/src/parse/native/built-here.ts';
import { inputSize } from '../../../tools/tests/searches.ts';
import { NATIVE, REPOSITORY } from '../folders.ts';
import { Engines } from './engines.ts';

const ENDINGS: Readonly<Record<string, string>> = {
  python: 'py',
  php: 'php',
  bash: 'sh',
  javascript: 'js',
  jsx: 'jsx',
  typescript: 'ts',
  tsx: 'tsx',
};
/** Installed with this repository, at versions that its lock file names: JavaScript, TypeScript and declarations. */
const PACKAGES = ['yaml', '@types/node', 'ajv', 'fast-check'].slice(0, inputSize({ quick: 1, deep: 4 }));
/** Of the recorded functions. */
const EVERY = inputSize({ quick: 12, deep: 1 });
const FIXTURES = join(REPOSITORY, 'fixtures');
const SAMPLE = inputSize({ quick: 500_000, deep: 5_000_000 });

/** Recorded functions of real packages, each in a file of its own, and a few installed packages. */
function writeSample(folder: string): void {
  for (const kind of ['formatters', 'renaming', 'meaning']) {
    for (const file of readdirSync(join(FIXTURES, kind))) {
      const language = file.replace('.json', '');
      const target = join(folder, kind, language);
      mkdirSync(target, { recursive: true });
      const { pairs }: { pairs: Record<string, string>[] } = JSON.parse(
        readFileSync(join(FIXTURES, kind, file), 'utf8'),
      );
      for (const [at, { original = '', formatted, renamed, changed }] of pairs.entries()) {
        if (at % EVERY !== 0) continue;
        writeFileSync(join(target, `${at}.${ENDINGS[language]}`), original);
        writeFileSync(join(target, `${at}-other.${ENDINGS[language]}`), formatted ?? renamed ?? changed ?? '');
      }
    }
  }
  for (const name of PACKAGES) {
    cpSync(join(REPOSITORY, 'node_modules', name), join(folder, 'packages', name), { recursive: true });
  }
}

function bytesBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names.map((name) => statSync(join(folder, name))).filter((it) => it.isFile());
  return sizes.reduce((sum, it) => sum + it.size, 0);
}

describe.skipIf(NATIVE_MISSING !== undefined)(`both engines, each by itself${NATIVE_MISSING ?? ''}`, () => {
  let scratch = '';
  beforeAll(() => {
    scratch = mkdtempSync(join(tmpdir(), 'analyzer-sample-'));
    writeSample(join(scratch, 'sample'));
  });
  afterAll(() => rmSync(scratch, { recursive: true }));

  test('the sample has the expected size', () => {
    expect(bytesBelow(join(scratch, 'sample'))).toBeGreaterThan(SAMPLE);
  });

  test.each([
    ['the fixtures', () => FIXTURES],
    ['the sample', () => join(scratch, 'sample')],
  ])('give the same document of %s', { timeout: 120_000 }, (name, folder) => {
    const engines = new Engines(NATIVE, scratch);
    expect(engines.sameDocument(name, ['scan', folder(), '--all'])).toBe(true);
  });

  test.each([
    ['tree', ['--detail', 'full']],
    ['graph', ['--format', 'dot', '--detail', 'full']],
  ])('give the same %s of the sample', { timeout: 120_000 }, (name, view) => {
    const engines = new Engines(NATIVE, scratch);
    // Each engine parses the files for the first view; the second one renders the same facts.
    const scan = ['scan', join(scratch, 'sample'), '--all', '--cache-dir', join(scratch, 'cache')];
    expect(engines.sameView(name, scan, view)).toBe(true);
    expect(engines.native([...scan, ...view]).stdout.length).toBeGreaterThan(100_000);
  });
});
