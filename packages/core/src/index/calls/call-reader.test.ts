import { expect, test } from 'vitest';
import type { FileCalls, Row, Value } from '../port.ts';
import { ListRow } from '../postgres/row.ts';
import type { ReadStatements } from '../read-statements.ts';
import { CallBlockWriter } from './call-block.ts';
import { CallReader } from './call-reader.ts';

const MIB = 2 ** 20;

/** A file that calls `name` and an external function. */
function file(name: string, node: number): FileCalls {
  return {
    ...{ file: node, callee: [name, 'console.log'], line: [1, 2], within: [-1, -1], state: ['unresolved', 'external'] },
    ...{ via: [null, null], candidates: [[], []], reason: ['no declaration', 'a global'] },
  };
}

/** A block with one file, of about so many bytes when it is inflated. */
function block(name: string, bytes: number): Uint8Array {
  const writer = new CallBlockWriter();
  writer.add(file(name, 1));
  writer.add(file('x'.repeat(bytes), 2));
  return writer.finish(1);
}

/** A reader of projects that have so many times the same block, and the projects that it reads. */
function readerOf(blocks: Readonly<Record<number, Uint8Array>>, times = 1) {
  const read: number[] = [];
  const rows = function* <T>([project, after]: readonly Value[], readRow: (row: Row) => T) {
    read.push(Number(project));
    for (let file = Number(after) + 1; file <= times; file++) {
      yield readRow(new ListRow(['first_file_id', 'data']).set([file, blocks[Number(project)] ?? null]));
    }
  };
  const statements: ReadStatements = {
    first: () => undefined,
    all: (_sql, values, readRow) => [...rows(values, readRow)].slice(0, 50),
    gather: () => undefined,
    iterate: (_sql, values, readRow) => rows(values, readRow),
  };
  return { reader: new CallReader(statements), read };
}

test('of a name the files that call it are read, also after a dot', () => {
  const { reader } = readerOf({ 1: block('shop.sell', 1) });
  expect(reader.wanted(1, { name: 'sell' })).toEqual([file('shop.sell', 1)]);
  expect(reader.wanted(1, { name: 'ell' })).toEqual([]);
});

test('the blocks of a project are read once, and again after those of others took 8 MiB', () => {
  const { reader, read } = readerOf({ 1: block('a', MIB), 2: block('a', 6 * MIB), 3: block('a', 2 * MIB) });
  for (const name of ['a', 'b', 'c']) reader.wanted(1, { name });
  expect(reader.wanted(1, { file: 2 })).toHaveLength(1);
  reader.wanted(2, { name: 'a' });
  for (const name of ['a', 'b']) reader.wanted(1, { name });
  expect(read).toEqual([1, 2]);
  reader.wanted(3, { name: 'a' });
  for (const name of ['c', 'd']) reader.wanted(1, { name });
  expect(read).toEqual([1, 2, 3, 1]);
});

test('a project of more than 8 MiB is read each time', () => {
  const { reader, read } = readerOf({ 1: block('a', 9 * MIB) });
  for (const name of ['a', 'b', 'c']) reader.wanted(1, { name });
  expect(read).toEqual([1, 1, 1]);
});

test('the calls of a project of more than 50 blocks are read to the end', () => {
  const { reader } = readerOf({ 1: block('a', 1) }, 120);
  expect(reader.wanted(1, { name: 'a' })).toHaveLength(120);
});
