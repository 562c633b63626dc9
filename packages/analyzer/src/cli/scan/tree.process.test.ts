import { BUILT_HERE, NATIVE_MISSING } from '@analyzer/core/parse/native/built-here.ts';
import { describe, expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const filesOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}.py`, `def g${at}():\n    return ${at}\n`]));

async function shown(count: number, ...args: string[]): Promise<string> {
  const { code, stdout } = await analyzer(['scan', '.', ...args], { cwd: folderWith(filesOf(count)) });
  expect(code).toBe(0);
  return stdout;
}

const HINT = 'analyzer . --detail files';

describe.each([
  ['portable', undefined],
  ['native', NATIVE_MISSING],
])('a scan with the %s engine', (engine, missing) => {
  const options = engine === 'native' ? ['--engine', engine, '--rust-bin', BUILT_HERE] : ['--engine', engine];

  test.skipIf(missing)('of 40 files shows the first screen and then their tree', async () => {
    const text = await shown(40, ...options);
    expect(text.indexOf('f39.py')).toBeGreaterThan(text.indexOf(HINT));
    expect(text).toContain(HINT);
  });

  test.skipIf(missing)('of 41 files shows only the first screen and how to see the tree', async () => {
    const text = await shown(41, ...options);
    expect(text).not.toContain('f39.py');
    expect(text).toContain('41 files, 82 lines: python 82');
    expect(text).toContain(HINT);
    expect(text.split('\n').length).toBeLessThan(30);
  });

  test.skipIf(missing)('of 41 files shows the tree that --detail chooses', async () => {
    const [files, declarations] = [
      await shown(41, '--detail', 'files', ...options),
      await shown(41, '--detail', 'declarations', ...options),
    ];
    expect(files).toContain('f39.py');
    expect(files).not.toContain('g39');
    expect(declarations).toContain('g39');
    expect(files).not.toContain(HINT);
  });
});
