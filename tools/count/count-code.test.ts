import { expect, test } from 'vitest';
import { countFile, testModulesOf } from './count-code.mjs';

const product = (path: string, lines: string[]): number | undefined => countFile(path, lines.join('\n'))?.product;

test('comments and blank lines of TypeScript do not count, and comment marks in strings do', () => {
  const lines = [
    '/** Adds.',
    ' *',
    ' */',
    '',
    "const a = '// no comment'; // one",
    'const b = `',
    '/* text */',
    '`;',
    '// end',
  ];
  expect(product('packages/core/src/tree/a.ts', lines)).toBe(4);
});

test('comments and blank lines of Rust do not count, and comment marks in strings do', () => {
  const lines = ['//! Doc', '/* a', 'b */ fn f() {}', '', 'const A: &str = "// no comment', '/* text */";', '/// doc'];
  expect(product('native/analyzer-rs/src/tree/a.rs', lines)).toBe(3);
});

test('items of Rust for tests only count as tests', () => {
  const lines = ['fn f() {}', '#[cfg(test)]', 'mod tests {', '    // reason', '    fn g() { "}"; }', '}', 'fn h() {}'];
  expect(countFile('native/analyzer-rs/src/a.rs', lines.join('\n'))).toMatchObject({ product: 2, tests: 4 });
});

test('a file of Rust counts as a test in the folder of tests, and if it is declared for tests only', () => {
  const declared = testModulesOf('native/x/src/copies/mod.rs', '#[cfg(test)]\nmod oracle;\nmod other;\n');
  expect(declared).toEqual(['native/x/src/copies/oracle.rs', 'native/x/src/copies/oracle/mod.rs']);
  expect(countFile('native/x/src/copies/oracle.rs', 'fn f() {}', new Set(declared))).toMatchObject({ tests: 1 });
  expect(countFile('native/x/tests/scan.rs', 'fn f() {}')).toMatchObject({ product: 0, tests: 1 });
});

test.each([
  ['packages/core/src/tree/walk.ts', 'TypeScript', 'packages/core/tree', 1],
  ['packages/core/src/tree/walk.test.ts', 'TypeScript', 'packages/core/tree', 0],
  ['packages/core/src/tree/fixture-folder.ts', 'TypeScript', 'packages/core/tree', 0],
  ['packages/web/src/map/page/view.tsx', 'TypeScript', 'packages/web/map', 1],
  ['bench/src/run.ts', 'bench', 'bench', 1],
  ['tools/count.mjs', 'tools', 'tools', 1],
])('%s counts for %s, module %s', (path, group, module, lines) => {
  expect(countFile(path, 'f();\n')).toEqual({ group, module, product: lines, tests: 1 - lines });
});

test.each(['packages/contracts/src/generated/a.ts', 'fixtures/facts/a.ts', 'examples/a.js', 'docs/guide.md'])(
  '%s does not count',
  (path) => {
    expect(countFile(path, 'f();\n')).toBeUndefined();
  },
);
