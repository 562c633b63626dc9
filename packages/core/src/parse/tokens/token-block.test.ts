import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TokenRecord, TokenRole } from '../facts.ts';
import { TokenBlock, TokenBlockWriter } from './token-block.ts';

const roles: TokenRole[] = ['literal', 'variable', 'property', 'type', 'self', 'syntax'];

const leaf = fc.record({
  role: fc.constantFrom(...roles),
  kind: fc.constantFrom('Identifier', 'a b', ''),
  text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('x', '\0', '"')),
  line: fc.integer({ min: 1, max: 10_000_000 }),
});

const record = fc.array(leaf, { maxLength: 30 }).map(
  (leaves): TokenRecord => ({
    role: leaves.map((it) => it.role),
    kind: leaves.map((it) => it.kind),
    text: leaves.map((it) => it.text),
    line: leaves.map((it) => it.line),
  }),
);

test('reading returns every written record, in any order', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 20 }), fc.integer({ min: 1, max: 1_000_000 }), (records, firstLine) => {
      const writer = new TokenBlockWriter();
      const positions = records.map((it) => writer.add(it, firstLine));
      const block = new TokenBlock(writer.finish());
      for (const [index, position] of [...positions.entries()].reverse()) {
        expect(block.record(position, firstLine)).toEqual(records[index]);
      }
    }),
  );
});

test('copies of a function at different lines have equal bytes', () => {
  const at = (line: number) => {
    const writer = new TokenBlockWriter();
    writer.add({ role: ['variable', 'literal'], kind: ['a', 'b'], text: ['x', '1'], line: [line, line + 2] }, line);
    return writer.finish();
  };
  expect(at(5)).toEqual(at(70_000));
});

test('a position outside of the block throws', () => {
  expect(() => new TokenBlock(new TokenBlockWriter().finish()).record(0, 1)).toThrow(RangeError);
});

test('a record with more leaves than its bytes can have throws before memory is taken', () => {
  const writer = new TokenBlockWriter();
  writer.add({ role: ['literal'], kind: ['a'], text: ['x'], line: [1] }, 1);
  const block = Buffer.from(writer.finish());
  // The number of leaves is the first byte of the record, the last four bytes of the block.
  block[block.length - 4] = 0x7f;
  expect(() => new TokenBlock(block).numbers(0)).toThrow(/4 bytes cannot have 127 leaves/);
});
