import { expect, it } from 'vitest';
import { ParseOrder, type Task } from './parse-order.ts';

function task(index: number, language: string, size: number): Task {
  const found = { kind: 'file' as const, path: `f${index}`, size };
  return {
    index,
    plan: { found, kind: { language, parsed: true }, mayBeScript: false, mayBeParsed: true, inModulePackage: false },
  };
}

function take(order: ParseOrder): Task | undefined {
  const next = order.next();
  return next && order.take(next);
}

it('starts with the largest files of each language, and parses about equally many files of all languages at a time', () => {
  const order = new ParseOrder([task(0, 'php', 1), task(1, 'php', 9), task(2, 'php', 5), task(3, 'bash', 2)]);
  const taken = [take(order), take(order), take(order), take(order), take(order)];
  expect(taken.map((each) => each?.index)).toEqual([1, 3, 2, 0, undefined]);
  expect(order.length).toBe(0);
});

it('continues with the language whose files are complete', () => {
  const order = new ParseOrder([0, 1, 2, 3, 4].map((index) => task(index, index < 3 ? 'php' : 'bash', index)));
  const [first, second] = [take(order), take(order)];
  expect([first?.index, second?.index]).toEqual([2, 4]);
  if (second) order.leave(second.plan);
  expect(take(order)?.index).toBe(3);
});
