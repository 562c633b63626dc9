import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { optimizationFlag } from './optimize-later.ts';

test('the flag is one that this version of V8 has', () => {
  const [name = 'none'] = optimizationFlag(process.versions.v8)?.split('=') ?? [];
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(stdout).toContain(`  ${name} (`);
});

test('an unknown version of V8 gets no flag', () => {
  expect(optimizationFlag('99.1.2')).toBeUndefined();
});
