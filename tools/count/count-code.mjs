/** Counts lines of code: those with something besides comments and spaces. */
import { createRequire } from 'node:module';
import { blankedComments, blankedLiterals, testItems, withoutRanges } from '../native/rust-code.mjs';
import { TEST_FILES } from '../test-files.cjs';

const { parseSync } = createRequire(new URL('../../packages/core/package.json', import.meta.url))('oxc-parser');

/** What is written by a program, or is data of tests and examples. */
const NOT_COUNTED = /\/generated\/|^(fixtures|examples|peers|ci|docs)\//u;
const tests = new RegExp(TEST_FILES, 'u');

/**
 * @param {string} path relative to the root of the repository
 * @param {string} text of the file
 * @param {ReadonlySet<string>} testModules paths of Rust files that other files declare for tests only
 * @returns {{ group: 'TypeScript' | 'Rust' | 'bench' | 'tools', module: string, product: number, tests: number } | undefined}
 *   undefined for a file that does not count
 */
export function countFile(path, text, testModules = new Set()) {
  if (NOT_COUNTED.test(path)) return undefined;
  const isRust = path.endsWith('.rs');
  if (!isRust && !/\.([cm]?[jt]s|tsx)$/u.test(path)) return undefined;
  const lines = isRust
    ? rustLines(text, testModules.has(path) || /\/(tests|examples)\//u.test(path))
    : scriptLines(path, text);
  return { ...placeOf(path), ...lines };
}

/** @returns the paths of the modules that a Rust file declares for tests only: `#[cfg(test)] mod name;` */
export function testModulesOf(path, text) {
  const code = blankedLiterals(text);
  const folder = path.replace(/(mod|lib|main)?\.rs$/u, '').replace(/\/?$/u, '/');
  return testItems(code).flatMap(([start, end]) => {
    const [, name] = /\bmod\s+(\w+)\s*;$/u.exec(code.slice(start, end)) ?? [];
    return name === undefined ? [] : [`${folder}${name}.rs`, `${folder}${name}/mod.rs`];
  });
}

function scriptLines(path, text) {
  const { comments } = parseSync(path, text);
  const count = lineCount(
    withoutRanges(
      text,
      comments.map(({ start, end }) => [start, end]),
    ),
  );
  return tests.test(path) ? { product: 0, tests: count } : { product: count, tests: 0 };
}

function rustLines(text, isTest) {
  const code = blankedComments(text);
  const all = lineCount(code);
  if (isTest) return { product: 0, tests: all };
  const product = lineCount(withoutRanges(code, testItems(blankedLiterals(text))));
  return { product, tests: all - product };
}

function lineCount(code) {
  return code.split('\n').filter((line) => line.trim() !== '').length;
}

/** `packages/core/src/tree/walk.ts` belongs to the module `packages/core/tree`. */
function placeOf(path) {
  const parts = path.split('/');
  const folders = parts.slice(0, -1).filter((part) => part !== 'src');
  if (parts[0] === 'packages') return { group: 'TypeScript', module: folders.slice(0, 3).join('/') };
  if (parts[0] === 'native') return { group: 'Rust', module: folders.slice(0, 3).join('/') };
  if (parts[0] === 'bench') return { group: 'bench', module: 'bench' };
  return { group: 'tools', module: 'tools' };
}
