import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { heapFlag, YOUNG_FLAGS } from './heap-growth.ts';

test.each([heapFlag(process.versions.v8), ...YOUNG_FLAGS])('this version of V8 has the flag %s', (flag) => {
  const [name = 'none'] = flag?.split('=') ?? [];
  const { stdout } = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(stdout).toContain(`  ${name} (`);
});

/** Bytes of the young generation after objects that live have filled it many times. */
function youngGeneration(before: string): number {
  const script = `const v8 = require('node:v8'); ${before};
    const lists = []; for (let at = 0; at < 400_000; at++) lists.push([at, {}]);
    console.log(v8.getHeapSpaceStatistics().find((it) => it.space_name === 'new_space').space_size);`;
  return Number(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout);
}

test('the young generation stays small with its flag', () => {
  expect(
    youngGeneration(`for (const flag of ${JSON.stringify(YOUNG_FLAGS)}) v8.setFlagsFromString(flag)`),
  ).toBeLessThan(youngGeneration('') / 2);
});

test('an unknown version of V8 gets no flag', () => {
  expect(heapFlag('99.1.2')).toBeUndefined();
});
