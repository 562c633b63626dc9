import { expect, test } from 'vitest';
import { engineOfThisProcess } from '#diff/fixture.ts';
import { GROUP_KINDS } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import { scan } from '#scan/scan.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { GroupClasses } from './group-classes.ts';

const body = (limit: number) => `async () => {
  const rows = await db.find({ team: user.team, on: true }).limit(${limit});
  for (const it of rows) if (it.size > ${limit}) it.parts = it.parts.filter((part) => part.isOpen);
  expect({ rows, next: rows.length === ${limit} ? 2 : null }).toEqual(user.seen);
}`;

async function classesIn(text: string, ...include: 'tests'[]) {
  const options = completeOptions({ kinds: [...GROUP_KINDS] });
  const result = await scan(fixtureFolder({ 'src/orders.js': text }), options, { engine: engineOfThisProcess() });
  const classes = new GroupClasses(result, include);
  return result.groups.filter(({ kind }) => kind === 'near').map((group) => classes.of(group));
}

test('callbacks of tests have the class of tests in a file whose path is not that of a test', async () => {
  const tests = `if (import.meta.vitest) {\n  it('a', ${body(3)});\n  it.only('b', ${body(4)});\n}\n`;
  expect(await classesIn(tests)).toEqual(['tests']);
  expect(await classesIn(tests, 'tests')).toEqual([undefined]);
});

test('other callbacks have no class, and two of them list a group that also has one of a test', async () => {
  const others = `on('a', ${body(3)});\non('b', ${body(4)});\n`;
  expect(await classesIn(others)).toEqual([undefined]);
  expect(await classesIn(`${others}it('c', ${body(5)});\n`)).toEqual([undefined]);
});
