import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { createNativeEngine } from '#parse/native/engine.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { GROUP_KINDS, type Group } from './model.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

const engines = [{ name: 'portable', create: engineOfThisProcess }];
if (NATIVE_MISSING === undefined) {
  engines.push({ name: 'native', create: () => createNativeEngine({ jobs: 1, file: BUILT_HERE }) });
}

async function groupsOf(files: Record<string, string>): Promise<Group[]> {
  const folder = fixtureFolder(files);
  const options = completeOptions({ kinds: [...GROUP_KINDS] });
  const all = [];
  for (const { create } of engines) all.push((await scan(folder, options, { engine: create() })).groups);
  for (const groups of all) expect(groups).toEqual(all[0]);
  return all[0] ?? [];
}

const lines = (word: string) => Array.from({ length: 30 }, (_, at) => `${word} = ${word}${at} of $HOME;\n`).join('');

test('a here-document that is given to another command is a copy', async () => {
  const groups = await groupsOf({
    'a.sh': `cat > "$1" <<EOF\n${lines('name')}EOF\n`,
    'b.sh': `x=1\nif y; then\n  tee -a z <<-END | sort\n${lines('name')}\tEND\nfi\n`,
  });
  expect(groups.map(({ kind, blocks }) => ({ kind, blocks }))).toMatchObject([
    {
      kind: 'block',
      blocks: [
        { path: 'a.sh', start_line: 2, end_line: 31 },
        { path: 'b.sh', start_line: 4, end_line: 33 },
      ],
    },
  ]);
});

test('a statement ends with its here-documents', async () => {
  const statement = `mkdir -p "$1"\ncat > "$1"/x <<EOF\n${lines('name')}EOF\n`;
  const groups = await groupsOf({ 'a.sh': `${statement}a\n`, 'b.sh': `b\n${statement}` });
  expect(groups.map(({ blocks }) => blocks)).toMatchObject([
    [
      { path: 'a.sh', start_line: 1, end_line: 33 },
      { path: 'b.sh', start_line: 2, end_line: 34 },
    ],
  ]);
});

test('functions of one here-document are similar if its text is', async () => {
  const usage = (name: string, text: string) => `${name}() {\n  cat <<EOF\n${text}EOF\n  exit 1\n}\n`;
  const groups = await groupsOf({
    'a.sh': usage('a', lines('one')) + usage('b', lines('other')) + usage('c', `${lines('one')}and more\n`),
  });
  const near = groups.filter(({ kind }) => kind === 'near');
  expect(near.map(({ occurrences }) => occurrences)).toEqual([['a.sh#c@71', 'a.sh#a@1']]);
});

const load = (name: string, last: string) => `def ${name}(path, strict=False):
    result = {}
    with open(path) as handle:
        for number, line in enumerate(handle):
            key, sep, value = line.strip().partition('=')
            if not sep and strict:
                raise ValueError('line %d' % number)
            result[key.strip()] = value.strip()
    ${last}
`;

test('a program in a here-document is a copy of code in other here-documents and files', async () => {
  const groups = await groupsOf({
    'a.sh': `run() {\n  python3 - "$1" <<'PY'\nimport os\n${load('load', 'return result')}PY\n}\n`,
    'b.sh': `# b\ncat > b.py <<'EOF'\n# a comment\n${load('read', 'log(result)')}EOF\n`,
    'c.py': `# c\n${load('load', 'return result')}`,
  });
  const shown = groups.map(({ kind, blocks }) => {
    return [kind, ...(blocks ?? []).map((it) => `${it.path}:${it.start_line}-${it.end_line} ${it.name ?? ''}`.trim())];
  });
  expect(shown.toSorted()).toEqual([
    ['block', 'a.sh:5-11', 'b.sh:5-11', 'c.py:3-9'],
    ['near', 'b.sh:4-12 read function', 'a.sh:4-12 load function', 'c.py:2-10 load'],
  ]);
});

test('equal programs are one group with their statement of Bash', async () => {
  const statement = `python3 - "$1" <<'PY'\n${load('load', 'return result').replace('def load', 'x = 1\ndef load')}PY\n`;
  const groups = await groupsOf({ 'a.sh': `a\n${statement}`, 'b.sh': `b\nc\n${statement}` });
  expect(groups.map(({ kind, blocks }) => [kind, ...(blocks ?? []).map((it) => it.start_line)])).toEqual([
    ['near', 4, 5],
    ['block', 2, 3],
  ]);
});

test('a program that the shell expands is compared by its lines', async () => {
  const text = Array.from({ length: 30 }, (_, at) => `name${at} = read('$HOME', ${at})\n`).join('');
  const groups = await groupsOf({ 'a.sh': `python3 <<A\n${text}A\n`, 'b.sh': `b\ncat > x <<A\n${text}A\n` });
  expect(groups.map(({ kind, blocks }) => [kind, ...(blocks ?? []).map((it) => it.start_line)])).toEqual([
    ['block', 2, 3],
  ]);
});
