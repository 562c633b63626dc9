import { expect, test } from 'vitest';
import { ElementBlocks } from './compared-file.ts';
import { comparedFile } from './fixture.ts';
import { readUnits } from './unit-text.ts';

const COUNT = 3000;

test('the columns of units have no unused memory', () => {
  const elements = Array.from({ length: COUNT }, (_, at) => ({ role: 0, text: at % 7, closings: 0 }));
  const units = elements.map((_, first) => {
    return { first, count: 1, lastClosings: 0, nodes: 1, isFunction: false, previous: first - 1, parent: -1 };
  });
  // Its shape occurs once.
  const single = { ...units[0], first: 0, count: 2, lastClosings: 0, nodes: 2, isFunction: false, parent: -1 };
  const files = [comparedFile({ elements, units: [...units, { ...single, previous: -1 }], bodies: [] })];
  const { sames, shapes, ...columns } = readUnits(files, new ElementBlocks(files));
  expect([sames.size, shapes.size]).toEqual([7, 8]);
  for (const column of Object.values(columns)) {
    expect(column).toHaveLength(COUNT);
    expect(column.buffer.byteLength).toBe(column.byteLength);
  }
});
