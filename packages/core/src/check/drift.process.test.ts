import { expect, test } from 'vitest';
import { findDrift, withMirrorsOfEdits } from './drift.ts';
import { scanOf } from './fixture.ts';

const member = (name: string) => `    def ${name}(self, key):\n        return self.send("${name}", key)\n`;
const client = (name: string, ...members: string[]) => `class ${name}:\n${members.map(member).join('')}`;
const before = { 'client/a.py': client('Client', 'get'), 'client/aio/a.py': client('AsyncClient', 'get') };
const mirror = { between: ['client', 'client/aio'], reason: 'asynchronous client' };

async function drift(changed: Record<string, string>, old: Record<string, string> = before, its = [mirror]) {
  const found = findDrift(await scanOf(old), await scanOf({ ...old, ...changed }), its, []);
  return found.map(({ added, members, lacks }) => ({ at: `${added.path}:${added.start_line}`, members, lacks }));
}

test('methods that one side of a mirror got and the other side did not are one note', async () => {
  expect(await drift({ 'client/a.py': client('Client', 'get', 'ping', 'echo') })).toEqual([
    { at: 'client/a.py:4', members: ['Client.ping', 'Client.echo'], lacks: ['client/aio/a.py'] },
  ]);
});

test('a file that only one side of a mirror got is drift of its functions', async () => {
  expect(await drift({ 'client/aio/b.py': client('B', 'get') })).toEqual([
    { at: 'client/aio/b.py:2', members: ['B.get'], lacks: ['client/b.py'] },
  ]);
});

test.each([
  [
    'a method that both sides got, in classes of other names',
    before,
    {
      'client/a.py': client('Client', 'get', 'ping'),
      'client/aio/a.py': client('AsyncClient', 'get', 'ping'),
    },
  ],
  [
    'a method that the other side had',
    { ...before, 'client/aio/a.py': client('AsyncClient', 'get', 'ping') },
    {
      'client/a.py': client('Client', 'get', 'ping'),
    },
  ],
  [
    'a method of a file that was without a counterpart before',
    { ...before, 'client/x.py': client('X', 'get') },
    {
      'client/x.py': client('X', 'get', 'ping'),
    },
  ],
  ['a method outside of the mirror', { ...before, 'b.py': client('B', 'get') }, { 'b.py': client('B', 'get', 'ping') }],
  ['a test', before, { 'client/tests/test_a.py': client('TestA', 'test_get') }],
  [
    'a method that was removed',
    { ...before, 'client/a.py': client('Client', 'get', 'ping') },
    {
      'client/a.py': client('Client', 'get'),
    },
  ],
])('%s is not drift of a mirror', async (_, old, changed) => {
  expect(await drift(changed, old)).toEqual([]);
});

test('drift from one side of three names all files without the function', async () => {
  const sides = { 'v1/a.py': client('A', 'get'), 'v2/a.py': client('A', 'get'), 'v3/a.py': client('A', 'get') };
  const its = [{ between: ['v1', 'v2', 'v3'], reason: 'versions' }];
  expect(await drift({ 'v2/a.py': client('A', 'get', 'ping') }, sides, its)).toEqual([
    { at: 'v2/a.py:4', members: ['A.ping'], lacks: ['v1/a.py', 'v3/a.py'] },
  ]);
});

test('an added function that is part of a missed edit is not a second note', async () => {
  const changed = { ...before, 'client/a.py': client('Client', 'get', 'ping') };
  const lines = (path: string) => ({ path, start_line: 1, end_line: 5 });
  const edit = { id: 'm_1', edited: lines('client/a.py'), copies: [lines('client/aio/a.py')], hunks: [] };
  expect(findDrift(await scanOf(before), await scanOf(changed), [mirror], [edit])).toEqual([]);
});

test('an edit belongs to a mirror if a copy without it is on another side', () => {
  const lines = (path: string) => ({ path, start_line: 1, end_line: 5 });
  const edit = (from: string, to: string) => ({ id: 'm_1', edited: lines(from), copies: [lines(to)], hunks: [] });
  const edits = [
    edit('client/a.py', 'client/aio/a.py'),
    edit('client/a.py', 'client/b.py'),
    edit('client/a.py', 'x.py'),
  ];
  expect(withMirrorsOfEdits(edits, [mirror]).map((it) => it.mirror)).toEqual([mirror, undefined, undefined]);
});
