import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll } from '@analyzer/core/tree/git/git-fixture.ts';
import { expect, test } from 'vitest';
import { analyzer, folderWith } from '../fixture.ts';

const TOTAL = `export function total(items: { price: number; count: number }[], rate: number): number {
  let sum = 0;
  for (const item of items) {
    if (item.count <= 0) continue;
    sum += item.price * item.count;
  }
  const tax = sum * rate;
  return Math.round((sum + tax) * 100) / 100;
}
`;
const component = (script: string) => `<template>\n  <p>{{ a < b }}</p>\n</template>\n\n${script}`;

test.each([
  ['portable', 'b.vue', component(`<script setup lang="ts">\n${TOTAL}</script>\n`), 6],
  ['native', 'b.vue', component(`<script setup lang="ts">\n${TOTAL}</script>\n`), 6],
  ['portable', 'b.svelte', `<script>export let a</script>\n<p>{a}</p>\n<script lang="ts">${TOTAL}</script>`, 3],
  ['native', 'b.astro', `---\nimport B from './b.astro';\n${TOTAL}---\n<B/>\n`, 3],
])(
  'check by the %s engine finds a function of a .ts file that was pasted into %s, in its line',
  async (engine, path, text, line) => {
    const cwd = folderWith({ 'a.ts': TOTAL, [path]: path.endsWith('.vue') ? component('') : '' });
    commitAll(cwd);
    const args = ['check', '--engine', engine, '--against', 'HEAD'];
    expect((await analyzer(args, { cwd })).code).toBe(0);
    writeFileSync(join(cwd, path), text);
    const { code, stdout } = await analyzer(args, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(`${path}:${line}`);
    expect(stdout).not.toContain('not analyzed');
  },
);

test.each(['portable', 'native'])(
  'check by the %s engine finds a function of a .py file that was pasted into a notebook, in the line of the notebook',
  async (engine) => {
    const lines = ['def total(items, rate):', '    value = 0', '    for item in items:', '        if item.count <= 0:'];
    lines.push('            continue', '        value += item.price * item.count', '    return round(value * rate, 2)');
    const cell = { cell_type: 'code', source: ['!pip install a\n', ...lines.map((line) => `${line}\n`)] };
    const metadata = { kernelspec: { name: 'python3', language: 'python' } };
    const notebook = (cells: object[]) => `${JSON.stringify({ cells, metadata }, null, 1)}\n`;
    const cwd = folderWith({ 'a.py': `${lines.join('\n')}\n`, 'b.ipynb': notebook([]) });
    commitAll(cwd);
    const text = notebook([cell]);
    writeFileSync(join(cwd, 'b.ipynb'), text);
    const { code, stdout } = await analyzer(['check', '--engine', engine, '--against', 'HEAD'], { cwd });
    expect(code).toBe(1);
    const line = text.split('\n').findIndex((it) => it.includes('def total')) + 1;
    expect(stdout).toContain(`b.ipynb:${line}`);
    expect(stdout).not.toContain('not analyzed');
  },
);
