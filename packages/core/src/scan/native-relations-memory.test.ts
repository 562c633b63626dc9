import { expect, test } from 'vitest';
import { collectIfLarge } from '#parse/collect-garbage.ts';
import type { FileEntry } from './model.ts';
import { NativeRelations } from './native-relations.ts';

const COUNT = 50_000;
const ROLES = { is_test: false, is_vendored: false, is_generated: false, is_example: false, is_benchmark: false };

/** Bytes of the heap without garbage. */
function heap(): number {
  collectIfLarge(new Uint8Array(1_000_000));
  return process.memoryUsage().heapUsed;
}

test('a range of repeated units takes little memory', () => {
  const entry: FileEntry = { path: 'a.js', kind: 'file', size: 1, status: 'analyzed', ...ROLES };
  const relations = new NativeRelations([entry], true);
  const blocks = JSON.stringify(Array.from({ length: COUNT }, (_, at) => [0, at, at, at, at, null, 'f', 1]));
  const before = heap();
  relations.add(JSON.parse(`{"repeats":[["block",["a"],${blocks}]]}`));
  const [repeat] = relations.read().copy_evidence?.repeats ?? [];
  // A hidden class of its own, which V8 gives to some copies, takes 280 bytes.
  expect((heap() - before) / COUNT).toBeLessThan(200);
  expect(repeat?.blocks).toHaveLength(COUNT);
});
