import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const facts = fileURLToPath(new URL('../../../../../fixtures/facts', import.meta.url));
const missing = NATIVE_MISSING ?? '';
const HINT = 'Build it with `npm run build:native`, name it with --rust-bin, or choose --engine portable.';

/** A program that responds to `hello` with this line. */
function engineSaying(line: string): string {
  const file = join(folderWith({ hello: line }), 'engine');
  writeFileSync(file, `#!/bin/sh\ncat "$(dirname "$0")/hello"\n`);
  chmodSync(file, 0o755);
  return file;
}

/** The document without values that may differ between engines. */
function answer(text: string): string {
  return text.replace(/"engine":"\w+",/, '').replace(/"runtime":\{[^}]*\}/, '');
}

describe.skipIf(missing !== '')(`both engines${missing}`, () => {
  test.each([
    ['native', 'rust'],
    ['portable', 'python'],
  ])('--engine %s is also called %s', async (name, other) => {
    for (const engine of [name, other]) {
      const { code, stdout } = await analyzer(['scan', facts, '--engine', engine, '--format', 'json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ engine: name });
    }
  });

  test('write the same document', async () => {
    const [portable, native] = await Promise.all(
      ['portable', 'native'].map((engine) => analyzer(['scan', facts, '--engine', engine, '--format', 'json'])),
    );
    expect(native?.stdout.length).toBeGreaterThan(100_000);
    expect(answer(native?.stdout ?? '')).toBe(answer(portable?.stdout ?? ''));
  });

  test('auto selects the native engine, or the named program', async () => {
    for (const args of [[], ['--rust-bin', BUILT_HERE]]) {
      const { stdout, stderr } = await analyzer(['scan', facts, '--format', 'json', ...args]);
      expect(JSON.parse(stdout)).toMatchObject({ engine: 'native' });
      expect(stderr).toBe('');
    }
  });

  test('create indexes with equal query results', async () => {
    const folder = folderWith({});
    const answers: string[] = [];
    for (const engine of ['portable', 'native']) {
      const db = join(folder, `${engine}.db`);
      const { code } = await analyzer(['workspace', 'index', facts, '--db', db, '--engine', engine]);
      expect(code).toBe(0);
      const exported = join(folder, `${engine}.ndjson`);
      await analyzer(['workspace', 'export', '--db', db, '--format', 'ndjson', '-o', exported]);
      answers.push(readFileSync(exported, 'utf8'));
    }
    expect(answers[0]?.length).toBeGreaterThan(10_000);
    expect(answers[1]).toBe(answers[0]);
  });
});

describe('an engine of another version', () => {
  const other = '{"engine":"analyzer-rs","version":"0.0.1"}';

  test('is an error with --engine native that names both versions', async () => {
    const file = engineSaying(other);
    const { code, stdout, stderr } = await analyzer(['scan', facts, '--engine', 'native', '--rust-bin', file]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toBe(`analyzer: cannot use ${file} as native engine: its version is 0.0.1, ours 0.5.0\n  ${HINT}\n`);
  });

  test('is skipped by auto with one line', async () => {
    const file = engineSaying(other);
    const { code, stdout, stderr } = await analyzer(['scan', facts, '--rust-bin', file, '--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ engine: 'portable' });
    expect(stderr).toBe(`Parsing with the portable engine: ${file} can't be used, its version is 0.0.1, ours 0.5.0.\n`);
  });
});

describe('invalid options of the engine', () => {
  test('a missing program', async () => {
    const { code, stderr } = await analyzer(['scan', facts, '--rust-bin', '/nonexistent/analyzer-rs']);
    expect(code).toBe(3);
    expect(stderr).toBe(`analyzer: no such native engine: /nonexistent/analyzer-rs\n  ${HINT}\n`);
  });

  test('a file that is not executable', async () => {
    const file = join(folderWith({ engine: 'text' }), 'engine');
    const { code, stderr } = await analyzer(['scan', facts, '--engine', 'rust', '--rust-bin', file]);
    expect(code).toBe(2);
    expect(stderr).toContain(`cannot use ${file} as native engine: it is not executable`);
  });

  test('a native program for the portable engine', async () => {
    const { code, stderr } = await analyzer(['scan', facts, '--engine', 'portable', '--rust-bin', '/bin/true']);
    expect(code).toBe(2);
    expect(stderr).toContain('--rust-bin names a native engine, but --engine is portable');
  });
});
