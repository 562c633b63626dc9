import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findPhrases, readRules } from './lint.mjs';

interface Pattern {
  phrase: string;
  use: string;
  wrong: string[];
  right?: string[];
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const data: { patterns: Pattern[]; excluded: { path: string; reason: string }[] } = JSON.parse(
  readFileSync(join(root, 'tools/plain-english/phrases.json'), 'utf8'),
);
const { patterns } = readRules(join(root, 'tools/plain-english/phrases.json'));

describe.each(data.patterns.map((pattern, at) => ({ ...pattern, compiled: [patterns[at]] })))('$phrase', (pattern) => {
  test.each(pattern.wrong)('finds it in %j', (text) => {
    expect(findPhrases(text, pattern.compiled)).toMatchObject([{ use: pattern.use }]);
  });

  test.each(pattern.right ?? [])('allows %j', (text) => {
    expect(findPhrases(text, pattern.compiled)).toEqual([]);
  });

  test('names a replacement', () => {
    expect(pattern.use).not.toBe('');
    expect(pattern.wrong).not.toEqual([]);
  });
});

test('a finding names the line on which the phrase starts', () => {
  const text = 'first\n/**\n * The name is no\n * key.\n */\n';
  expect(findPhrases(text, patterns)).toMatchObject([{ line: 3, found: 'is no * key' }]);
});

test('every excluded path exists', () => {
  const paths = data.excluded.map(({ path }) => path);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(data.excluded.filter(({ reason }) => reason === '')).toEqual([]);
});

test('the reviewed files of this project hold none of the phrases', () => {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'tools/plain-english/lint.mjs')], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

test('the lint fails and names file, line, phrase and replacement when a file holds a phrase', () => {
  const lint = [join(root, 'tools/plain-english/lint.mjs'), '--all', 'tools/plain-english/phrases.json'];
  const { stdout, status } = spawnSync(process.execPath, lint, { encoding: 'utf8' });
  expect(stdout).toMatch(/^tools\/plain-english\/phrases\.json:\d+: "mend": write `fix`$/m);
  expect(status).toBe(1);
});
