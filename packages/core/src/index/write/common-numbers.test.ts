import { expect, test } from 'vitest';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock, TokenBlockCopier, TokenBlockWriter } from '#parse/tokens/token-block.ts';
import { CommonNumbers } from './common-numbers.ts';

const record = (texts: string[], line: number): TokenRecord => ({
  role: texts.map(() => 'variable'),
  kind: texts.map(() => 'identifier'),
  text: texts,
  line: texts.map((_, i) => line + i),
});

function block(records: readonly TokenRecord[]): TokenBlock {
  const writer = new TokenBlockWriter();
  for (const it of records) writer.add(it, it.line[0] ?? 1);
  return new TokenBlock(writer.finish());
}

test('records are equal in different blocks and at different lines', () => {
  const common = new CommonNumbers();
  const [one, other] = [block([record(['x', 'y'], 1)]), block([record(['y', 'z'], 4), record(['x', 'y'], 9)])];
  const first = common.of(one, 0);
  expect(common.of(other, 1)).toEqual(first);
});

test('records with a different text, role, kind or relative line differ', () => {
  const common = new CommonNumbers();
  const plain = record(['x', 'y'], 1);
  const all = block([
    plain,
    record(['x', 'z'], 1),
    { ...plain, role: ['variable', 'property'] },
    { ...plain, kind: ['identifier', 'name'] },
    { ...plain, line: [1, 3] },
  ]);
  expect(new Set([0, 1, 2, 3, 4].map((position) => common.of(all, position).join())).size).toBe(5);
});

test('a block of records copied from other blocks has the bytes of a block of these records', () => {
  const records = [record(['x', 'y'], 1), record(['y', 'x', 'z'], 4), record(['', 'w'], 9)];
  const common = new CommonNumbers();
  const copier = new TokenBlockCopier(common);
  // The numbers of the vocabulary have another order.
  common.of(block([record(['z', 'w'], 1)]), 0);
  const direct = new TokenBlockWriter();
  for (const its of [records.slice(0, 1), records.slice(1)]) {
    const from = block(its);
    for (const [at, one] of its.entries()) {
      copier.add(common.of(from, at));
      direct.add(one, one.line[0] ?? 1);
    }
  }
  expect(copier.finish()).toEqual(direct.finish());
});
