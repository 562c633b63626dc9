import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { ScriptPaths } from './bash-script-path.ts';

const none = new ScriptPaths(() => undefined);

describe('a word has the value that Bash gives it', () => {
  const words = [
    '$(dirname "$0")/x',
    '"$(dirname "$0")"/x',
    '"$(dirname -- "${BASH_SOURCE[0]}")/../x"',
    '"${BASH_SOURCE[0]%/*}/x"',
    '${0%/*}/x',
    '"$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/x"',
    '"$(cd -- "$(dirname "$0")/.." > /dev/null 2>&1; pwd -P)/x"',
    '"$(dirname "$(readlink -f "${BASH_SOURCE:-$0}")")/x"',
    '$(dirname $(dirname $(realpath $0)))/x',
    '"$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)/é x"',
    '"$(builtin cd "$(dirname "$0")" &>/dev/null && pwd)"\'/x\'',
  ];

  test.each(words)('%s', (word) => {
    const folder = fixtureFolder({ 'a/b/s.sh': `printf %s ${word}\n` });
    const printed = execFileSync('bash', [`${folder}/a/b/s.sh`]).toString();
    const value = none.word(word);
    expect(value).toMatchObject({ kind: 'folder' });
    const path = value?.kind === 'folder' ? value.path : '';
    expect(posix.normalize(`${folder}/a/b${path}`)).toBe(posix.normalize(printed));
  });
});

test.each([
  '',
  'x',
  '"$0',
  '$',
  '$(',
  '${',
  '$(dirname "$0"',
  '$(dirname)',
  '$(dirname "$0" "$0")/x',
  '$(dirname "$0")$(dirname "$0")',
  '$((1))/x',
  '`dirname $0`/x',
  '$1/x',
  '${1}/x',
  '${BASH_SOURCE[1]}/x',
  '${x[0]}/x',
  '${x:-$0}',
  '${BASH_SOURCE:-$0%/*}',
  '$(dirname "$0")/*',
  '$(dirname "$0")/{a,b}',
  '$(dirname "$0")/a\\ b',
  '$(basename "$0")/x',
  '$(cd "$(dirname "$0")" & pwd)/x',
  '$(cd "$(dirname "$0")" && pwd && ls)/x',
  '$(cd "$(dirname "$0")" && pwd x)/x',
  '$(dirname "$0" < x)/x',
  '$(dirname "$0" >)/x',
  '$0/x',
  `${'$(dirname '.repeat(100)}$0${')'.repeat(100)}/x`,
  `$(dirname "$0")/${'x'.repeat(1000)}`,
])('%s has no value', (word) => {
  expect(none.word(word)).toBeUndefined();
});

test('variables have the values of their words, and circles have none', () => {
  const words: Record<string, string> = { a: '$b/x', b: '"${c%/*}"', c: '$0', d: '$e/y', e: '$d/z' };
  const paths = new ScriptPaths((name) => words[name]);
  expect(paths.word('"$a/y"')).toEqual({ kind: 'folder', path: '/x/y' });
  expect(paths.word('${a}')).toEqual({ kind: 'folder', path: '/x' });
  expect(paths.word('$d/x')).toBeUndefined();
  expect(paths.word('$f/x')).toBeUndefined();
});
