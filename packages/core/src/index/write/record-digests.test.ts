import { expect, test } from 'vitest';
import type { TokenRecord } from '#parse/facts.ts';
import { TokenBlock, TokenBlockWriter } from '#parse/tokens/token-block.ts';
import { RecordDigests } from './record-digests.ts';

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
  const digests = new RecordDigests();
  const [one, other] = [block([record(['x', 'y'], 1)]), block([record(['y', 'z'], 4), record(['x', 'y'], 9)])];
  expect(digests.of(other, 1)).toBe(digests.of(one, 0));
});

test('records with a different text, role, kind or relative line differ', () => {
  const digests = new RecordDigests();
  const plain = record(['x', 'y'], 1);
  const all = block([
    plain,
    record(['x', 'z'], 1),
    { ...plain, role: ['variable', 'property'] },
    { ...plain, kind: ['identifier', 'name'] },
    { ...plain, line: [1, 3] },
  ]);
  expect(new Set([0, 1, 2, 3, 4].map((position) => digests.of(all, position))).size).toBe(5);
});
