import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { heapFlag } from './heap-growth.ts';

test('the flag is one that this version of V8 has', () => {
  const [name = 'none'] = heapFlag(process.versions.v8)?.split('=') ?? [];
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(stdout).toContain(`  ${name} (`);
});

test('an unknown version of V8 gets no flag', () => {
  expect(heapFlag('99.1.2')).toBeUndefined();
});
