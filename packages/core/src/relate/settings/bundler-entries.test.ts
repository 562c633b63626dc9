import { expect, test } from 'vitest';
import { bundlerEntries } from './bundler-entries.ts';

test.each<[string, [string, string][]]>([
  [
    "export default defineConfig({ entry: ['src/exports/control.ts', './src/exports/deep/a.tsx'] })",
    [
      ['control', 'src/exports/control.ts'],
      ['deep/a', 'src/exports/deep/a.tsx'],
    ],
  ],
  [
    'export default { entry: { main: "./src/index.ts", "sub/x": "lib/x.mts", [key]: "src/no.ts", y: f("src/no.ts") } }',
    [
      ['main', 'src/index.ts'],
      ['sub/x', 'lib/x.mts'],
    ],
  ],
  [
    "// entry: 'src/no.ts'\nexport default [{ entry: 'src/a.js' }, { /* entry: 'b' */ entry: `src/no.ts` }]",
    [['a', 'src/a.js']],
  ],
  ["export default { entry: ['src/**/*.ts'] }", []],
  ["export default { entry: [...names, f(['src/no.ts']), 'src/a.ts' + end, 'src/b.ts',] }", [['b', 'src/b.ts']]],
  ["export default { entry: ['src/a\\'.ts', 'src/", []],
  ['entry: {', []],
  ['', []],
])('%s', (text, expected) => {
  expect(bundlerEntries(text)).toEqual(expected);
});

test('a text that is not closed takes linear time', () => {
  const text = "/* entry: ['".repeat(50_000) + "entry: ['a".repeat(50_000);
  expect(bundlerEntries(text)).toEqual([]);
});
