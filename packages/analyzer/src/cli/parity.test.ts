import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { analyzer, folderWith } from './fixture.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const built = join(root, 'native/analyzer-rs/target/release/analyzer-rs');
const missing = existsSync(built) ? '' : ' (left out: the native engine is not built here)';

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
const PACKAGES = ['@types/node', 'ajv', 'fast-check', 'yaml'];
const SAMPLE = 5_000_000;

/** Recorded functions of real packages, each in a file of its own, and a few installed packages. */
function writeSample(folder: string): void {
  for (const kind of ['formatters', 'renaming', 'meaning']) {
    for (const file of readdirSync(join(root, 'fixtures', kind))) {
      const language = file.replace('.json', '');
      const place = join(folder, kind, language);
      mkdirSync(place, { recursive: true });
      const { pairs }: { pairs: Record<string, string>[] } = JSON.parse(
        readFileSync(join(root, 'fixtures', kind, file), 'utf8'),
      );
      for (const [at, { original = '', formatted, renamed, changed }] of pairs.entries()) {
        writeFileSync(join(place, `${at}.${ENDINGS[language]}`), original);
        writeFileSync(join(place, `${at}-other.${ENDINGS[language]}`), formatted ?? renamed ?? changed ?? '');
      }
    }
  }
  for (const name of PACKAGES) {
    cpSync(join(root, 'node_modules', name), join(folder, 'packages', name), { recursive: true });
  }
}

function bytesBelow(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = names.map((name) => statSync(join(folder, name))).filter((it) => it.isFile());
  return sizes.reduce((sum, it) => sum + it.size, 0);
}

/** What a command writes to a file, without what may differ between engines. */
function answerIn(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/"engine":"\w+",/, '')
    .replace(/"runtime":\{[^{}]*\}/, '')
    .replace(/^.* engine, \d+ workers?, .*$/mu, '');
}

describe.skipIf(missing !== '')(`both engines, each by itself${missing}`, () => {
  let sample = '';
  beforeAll(() => {
    sample = mkdtempSync(join(tmpdir(), 'analyzer-sample-'));
    writeSample(sample);
  });
  afterAll(() => rmSync(sample, { recursive: true }));

  test('the sample is as large as it should be', () => {
    expect(bytesBelow(sample)).toBeGreaterThan(SAMPLE);
  });

  test.each([
    ['the fixtures as JSON', () => join(root, 'fixtures'), ['--format', 'json']],
    ['the sample as JSON', () => sample, ['--format', 'json']],
    ['the sample as a tree', () => sample, ['--detail', 'full']],
    ['the sample as a graph', () => sample, ['--format', 'dot', '--detail', 'full']],
  ])('give the same bytes of %s', { timeout: 120_000 }, async (_, folder, view) => {
    const target = folderWith({});
    const [one, other] = [join(target, 'portable'), join(target, 'native')];
    const args = ['scan', folder(), '--all', ...view];
    const { code, stderr } = await analyzer([...args, '--engine', 'portable', '-o', one]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const native = spawnSync(built, [...args, '-o', other], { encoding: 'utf8' });
    expect({ code: native.status, stderr: native.stderr }).toEqual({ code: 0, stderr: '' });
    const [left, right] = [answerIn(one), answerIn(other)];
    expect(left.length).toBeGreaterThan(100_000);
    // Texts of megabytes are not for an assertion to show.
    expect(left === right ? 'the same' : firstDifference(left, right)).toBe('the same');
  });
});

function firstDifference(left: string, right: string): string {
  let at = 0;
  while (left[at] === right[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 200), at + 100);
  return `${around(left)}\n  or\n${around(right)}`;
}
