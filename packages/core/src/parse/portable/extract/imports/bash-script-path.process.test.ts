import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import vectors from '../../../../../../../fixtures/vectors/bash-script-paths.json' with { type: 'json' };
import { ScriptPaths } from './bash-script-path.ts';

const none = new ScriptPaths(() => undefined);

describe('a word has the value that Bash gives it', () => {
  test.each(vectors.values)('%s', (word) => {
    const folder = fixtureFolder({ 'a/b/s.sh': `printf %s ${word}\n` });
    const printed = execFileSync('bash', [`${folder}/a/b/s.sh`]).toString();
    const value = none.word(word);
    expect(value).toMatchObject({ kind: 'folder' });
    const path = value?.kind === 'folder' ? value.path : '';
    expect(posix.normalize(`${folder}/a/b${path}`)).toBe(posix.normalize(printed));
  });
});

test.each([
  ...vectors.without_value,
  `${'$(dirname '.repeat(100)}$0${')'.repeat(100)}/x`,
  `$(dirname "$0")/${'x'.repeat(1000)}`,
])('%s has no value', (word) => {
  expect(none.word(word)).toBeUndefined();
});

test('variables have the values of their words, and circles have none', () => {
  const { words, folders, without_value } = vectors.variables;
  const known = new Map(Object.entries(words));
  const paths = new ScriptPaths((name) => known.get(name));
  for (const [word, path] of Object.entries(folders)) expect(paths.word(word)).toEqual({ kind: 'folder', path });
  for (const word of without_value) expect(paths.word(word)).toBeUndefined();
});
