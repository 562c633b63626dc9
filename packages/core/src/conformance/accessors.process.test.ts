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
  expect(read('one').own).toHaveLength(1);
  expect(read('one').shared).toEqual([]);
  expect(read('two').shared).toHaveLength(2);
  expect(read('three')).toEqual({ own: [], shared: [] });
});

test('bodies without a text share one list, which a search follows once', async () => {
  const { files, ...others } = await projectWith({ 'a.js': CODE }, await engineOfThisProcess());
  const unread = new Map([...files].map(([path, { source: _, ...file }]) => [path, file]));
  const read = accessorsOf({ ...others, unreadReason: () => undefined, files: unread });
  expect(read('one').shared).toHaveLength(2);
  expect(read('one').shared).toBe(read('two').shared);
});
