import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** Characters of a file of the program and of the files that it imports. */
function sizeWithImports(name: string): number {
  const text = readFileSync(new URL(`../../../dist/${name}`, import.meta.url), 'utf8');
  const imports = [...text.matchAll(/^(?:import|\} from) .*"\.\/([^"]+)";$/gm)];
  return imports.reduce((sum, [, imported = '']) => sum + sizeWithImports(imported), text.length);
}

test('the thread of reviews loads little before it limits the young generation', () => {
  expect(sizeWithImports('review-thread.js')).toBeLessThan(10_000);
});
