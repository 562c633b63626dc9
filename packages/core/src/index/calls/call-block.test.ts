import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_RULES } from '#relate/model.ts';
import { LINK_STATES } from '../codes.ts';
import type { FileCalls } from '../port.ts';
import { CallBlockWriter, calleesOfBlock, callsOfBlock } from './call-block.ts';
import { inflated } from './packed.ts';

const call = fc.record({
  callee: fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('f', '…', '….close', '"')),
  line: fc.integer({ min: 1, max: 10_000_000 }),
  within: fc.integer({ min: -1, max: 5000 }),
  state: fc.constantFrom(...LINK_STATES),
  via: fc.constantFrom(null, ...CALL_RULES),
  candidates: fc.array(fc.integer({ min: 1, max: 100_000_000 }), { maxLength: 3 }),
  reason: fc.constantFrom(null, 'a parameter', ''),
});

const files = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 1_000_000 }), calls: fc.array(call, { maxLength: 20 }) }), {
    maxLength: 6,
  })
  .map((list) => {
    let file = 0;
    return list.map(({ gap, calls }): FileCalls => {
      file += gap;
      return {
        file,
        callee: calls.map((it) => it.callee),
        line: calls.map((it) => it.line),
        within: calls.map((it) => it.within),
        state: calls.map((it) => it.state),
        via: calls.map((it) => it.via),
        candidates: calls.map((it) => it.candidates),
        reason: calls.map((it) => it.reason),
      };
    });
  });

test('reading a block returns the written calls', () => {
  fc.assert(
    fc.property(files, (list) => {
      const writer = new CallBlockWriter();
      for (const it of list) writer.add(it);
      const bytes = inflated(writer.finish(1));
      expect([...callsOfBlock({ bytes })]).toEqual(list);
      const { callees, files } = calleesOfBlock(bytes);
      const found = [...files].map((it) => ({ ...it, callee: it.callee.map((number) => callees[number]) }));
      expect(found).toEqual(list.map(({ file, callee, within }) => ({ file, callee, within })));
    }),
  );
});

test('reading a file, or the files that call a name, returns their written calls', () => {
  const isCalled = (name: string) => (callee: string) => callee === name || callee.endsWith(`.${name}`);
  fc.assert(
    fc.property(files, fc.constantFrom('f', '…', 'close', '"'), fc.nat({ max: 6 }), (list, name, nth) => {
      const writer = new CallBlockWriter();
      for (const it of list) writer.add(it);
      const bytes = inflated(writer.finish(1));
      const file = list[nth]?.file ?? 7;
      expect([...callsOfBlock({ bytes }, { name })]).toEqual(list.filter((it) => it.callee.some(isCalled(name))));
      expect([...callsOfBlock({ bytes }, { file })]).toEqual(list.filter((it) => it.file === file));
    }),
  );
});

test('a call repeated a thousand times takes less than a tenth of a byte each', () => {
  const of = <T>(value: T): T[] => Array.from({ length: 10_000 }, () => value);
  const writer = new CallBlockWriter();
  const line = Array.from({ length: 10_000 }, (_, n) => n + 1);
  const same = {
    callee: of('console.log'),
    within: of(3),
    state: of('external' as const),
    via: of(null),
    reason: of(null),
  };
  writer.add({ file: 7, line, candidates: of([]), ...same });
  expect(writer.finish(9).length).toBeLessThan(1000);
});
