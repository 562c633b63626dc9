import { expect, test } from 'vitest';
import { slowTable, timesOf } from './slow-table.mjs';

test('the table lists files by processor time, their sum, and tests by their time on the clock', () => {
  const file = (processor: number, tests: { name: string; duration: number }[]) => ({
    project: 'pure',
    processor,
    total: 2 * processor,
    imports: 500,
    tests,
  });
  const table = slowTable({
    'a.test.ts': file(1000, [{ name: 'reads', duration: 900 }]),
    'b.test.ts': file(3000, [{ name: 'writes', duration: 200 }]),
  });
  const lines = table.split('\n').map((line) => line.trim().split(/\s{2,}/));
  expect(lines).toEqual([
    ['processor', 'clock', 'imports', 'project', 'test file'].flatMap((cell) => cell.split('  ')),
    ['3.0', '6.0', '0.5', 'pure', 'b.test.ts'],
    ['1.0', '2.0', '0.5', 'pure', 'a.test.ts'],
    ['4.0', '8.0', '1.0', 'all 2 files'],
    [''],
    ['0.9', 'a.test.ts: reads'],
    ['0.2', 'b.test.ts: writes'],
    [''],
  ]);
});

test('the last line of a file counts', () => {
  const line = (path: string, processor: number) =>
    `${JSON.stringify([path, { project: 'pure', processor, total: 0, imports: 0, tests: [] }])}\n`;
  const times = timesOf(line('a.test.ts', 1) + line('b.test.ts', 2) + line('a.test.ts', 3));
  expect(Object.entries(times).map(([path, { processor }]) => [path, processor])).toEqual([
    ['a.test.ts', 3],
    ['b.test.ts', 2],
  ]);
});
