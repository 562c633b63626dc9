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
