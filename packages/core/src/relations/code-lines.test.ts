import { expect, test } from 'vitest';
import { codeFlags } from './code-lines.ts';

const codeOf = (path: string, lines: readonly string[]) => {
  const flags = codeFlags(lines, path);
  return lines.filter((_, at) => flags[at]);
};

test('comments, imports, signs and docstrings are not code', () => {
  const lines = ['import os', 'def f():', '"""Says', 'what it does."""', '', '# a note', 'return {', 'x', '}'];
  expect(codeOf('a.py', lines)).toEqual(['def f():', 'return {', 'x']);
});

test('a string that is a value is code, and quotes in another string open none', () => {
  const lines = ['text = """', 'value', '"""', 'if it == \'"""\':', 'go()', 'r"""One line."""', 'stop()'];
  expect(codeOf('a.py', lines)).toEqual(['text = """', 'value', 'if it == \'"""\':', 'go()', 'stop()']);
});

test('other languages have no docstrings', () => {
  expect(codeOf('a.js', ['"""', 'value', '"""'])).toEqual(['value']);
});
