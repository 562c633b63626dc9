import { expect, test } from 'vitest';
import { indexProjects } from '#query/fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import type { Plan } from './model.ts';
import { completeConfig, DEFAULT_OPTIONS } from './options.ts';
import { planOf } from './plan.ts';
import { configSkeleton } from './skeleton.ts';

const COPY = `export function roundTo(value, digits) {
  const factor = 10 ** digits;
  const rounded = Math.round(value * factor) / factor;
  return Number.isFinite(rounded) ? rounded : 0;
}
`;
const CALLER = `import { roundTo } from './round.js';\nexport const total = (price) => roundTo(price, 2);\n`;
const FILES = {
  'shop/package.json': '{"name": "shop"}',
  'shop/round.js': COPY,
  'shop/total.js': CALLER,
  'billing/package.json': '{"name": "billing"}',
  'billing/round.js': COPY,
};

interface Planned {
  /** With digests of functions. */
  functions: Plan;
  /** Without planning in the configuration. */
  files: Plan;
}

async function planned(changed: Readonly<Record<string, string>>): Promise<Planned> {
  const indexed = await indexProjects(fixtureFolder({ ...FILES, ...changed }));
  const plan = (planning?: 'families') => {
    const config = completeConfig(configSkeleton('shop', ['billing', 'shop'], planning));
    return indexed.reader.read((snapshot) => planOf(snapshot, config, DEFAULT_OPTIONS));
  };
  const both = { functions: plan('families'), files: plan() };
  indexed.remove();
  return both;
}

function digestsOf({ tasks }: Plan): Map<string, string> {
  return new Map(tasks.map(({ task_key: key, input_digest: digest }) => [key, digest]));
}

test('the tasks of a plan depend on the code of copies and their callers, and on nothing else in their files', async () => {
  const before = await planned({});
  const elsewhere = await planned({
    'shop/round.js': `export const RATE = 0.19;\n\n${COPY.replace('{\n', '{\n  // cents\n')}`,
    'billing/round.js': `${COPY}export function other() {\n  return 1;\n}\n`,
    'shop/total.js': CALLER.replace('2', '3'),
    'shop/test/round.test.js': `import { roundTo } from '../round.js';\nroundTo(1, 2);\n`,
  });
  expect(digestsOf(elsewhere.functions)).toEqual(digestsOf(before.functions));
  // Without planning the same edit changes every task, and the plan has no digest of a function.
  expect(
    [...digestsOf(elsewhere.files).values()].some((one) => [...digestsOf(before.files).values()].includes(one)),
  ).toBe(false);
  expect(before.files.families.flatMap(({ occurrences }) => occurrences.filter((one) => 'digest' in one))).toEqual([]);
  const caller = `import { roundTo } from './round.js';\nexport function tax(price) {\n  return roundTo(price, 2);\n}\n`;
  const changed = COPY.replace(': 0', ': 1');
  for (const files of [{ 'billing/tax.js': caller }, { 'shop/round.js': changed, 'billing/round.js': changed }]) {
    const after = digestsOf((await planned(files)).functions);
    const same = [...digestsOf(before.functions)].filter(([key, digest]) => after.get(key) === digest);
    // A new caller in one project does not change the migration of the other.
    expect(same.map(([key]) => key.replace(/-.*/, ''))).toEqual(
      'billing/tax.js' in files ? ['migrate', 'validate'] : [],
    );
  }
});
