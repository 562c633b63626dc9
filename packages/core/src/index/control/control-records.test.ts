import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ControlColumns } from '#parse/facts.ts';
import { controlOfFile, readRecord, recordsIn } from './control-records.ts';

const structure = fc.record({
  kind: fc.constantFrom('condition', 'loop', 'match', 'try', 'return', 'raise', 'call') satisfies fc.Arbitrary<
    ControlColumns['kind'][number]
  >,
  depth: fc.integer({ min: 0, max: 1_000_000 }),
  line: fc.integer({ min: 1, max: 10_000_000 }),
  within: fc.integer({ min: -1, max: 20 }),
});

test('the records of a file have its control structures except calls, by declaration', () => {
  const firstLines = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 21, maxLength: 21 });
  fc.assert(
    fc.property(fc.array(structure, { maxLength: 60 }), firstLines, (all, lines) => {
      const columns: ControlColumns = {
        kind: all.map((it) => it.kind),
        depth: all.map((it) => it.depth),
        line: all.map((it) => it.line),
        within: all.map((it) => it.within),
      };
      const expected = all.filter(({ kind }) => kind !== 'call');
      const bytes = controlOfFile(columns, lines);
      expect(bytes === undefined).toBe(expected.length === 0);
      const read = [...recordsIn(bytes ?? new Uint8Array())].flatMap((position) => {
        const { kind, depth, line } = readRecord(bytes ?? new Uint8Array(), position, lines[position.owner - 1] ?? 1);
        return kind.map((its, at) => ({ kind: its, depth: depth[at], line: line[at], within: position.owner - 1 }));
      });
      expect(read).toEqual(expected.toSorted((a, b) => a.within - b.within));
    }),
  );
});

test('bytes that end within a record are refused', () => {
  const bytes = controlOfFile({ kind: ['loop', 'return'], depth: [0, 1], line: [3, 4], within: [0, 0] }, [2]);
  if (bytes === undefined) throw new Error('no records');
  expect(() => [...recordsIn(bytes.subarray(0, -1))]).toThrow('the bytes end within a number');
});
