import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#index/fixture.ts';
import { Accessors } from './accessors.ts';
import { ConnectedFiles } from './connected-files.ts';
import type { CodeProject } from './project.ts';
import { projectWith } from './verdict-fixture.ts';

const CODE = `export class Box {
  get size() { return fetch('x'); }
  get name() { return 1; }
}
export function one(box) { return box.size; }
export function two(box, key) { return box[key]; }
export function three(a, b) { return a + b; }
`;

function accessorsOf(project: CodeProject) {
  const [file] = [...project.files.values()];
  if (file === undefined) throw new Error('no file');
  const accessors = new Accessors(project, new ConnectedFiles(project));
  const indexOf = (name: string) => file.declarations.findIndex(({ qualifiedName }) => qualifiedName === name);
  return (name: string) => accessors.readIn({ file, index: indexOf(name) });
}

test('code runs the accessors of properties that it names, or any if it computes the name', async () => {
  const read = accessorsOf(await projectWith({ 'a.js': CODE }, await engineOfThisProcess()));
  expect(read('one').flat()).toHaveLength(1);
  expect(read('two').flat()).toHaveLength(2);
  expect(read('three').flat()).toEqual([]);
});

test('bodies without a text share one list, which a search follows once', async () => {
  const { files, ...others } = await projectWith({ 'a.js': CODE }, await engineOfThisProcess());
  const unread = new Map([...files].map(([path, { source: _, ...file }]) => [path, file]));
  const read = accessorsOf({ ...others, unreadReason: () => undefined, files: unread });
  expect(read('one')[0]).toHaveLength(2);
  expect(read('one')[0]).toBe(read('two')[0]);
});

test('code of one language does not run the accessors of another one', async () => {
  const project = await projectWith(
    {
      'tests/test_a.py':
        'class A:\n    @property\n    def size(self):\n        return 1\n\ndef test_a(a):\n    return a.size\n',
      'tests/b.test.js': CODE,
    },
    await engineOfThisProcess(),
  );
  const accessors = new Accessors(project, new ConnectedFiles(project));
  for (const [path, name, id] of [
    ['tests/test_a.py', 'test_a', 'A.size'],
    ['tests/b.test.js', 'one', 'Box.get size'],
  ] as const) {
    const file = project.files.get(path);
    if (file === undefined) throw new Error(`no file ${path}`);
    const index = file.declarations.findIndex(({ qualifiedName }) => qualifiedName === name);
    const own = file.declarations.find(({ qualifiedName }) => qualifiedName === id);
    expect(accessors.readIn({ file, index }).flat()).toEqual([own?.id]);
  }
});
