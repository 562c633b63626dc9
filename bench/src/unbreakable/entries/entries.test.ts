import { expect, test } from 'vitest';
import { Account } from './account.ts';
import { type Case, casesOf, ENDINGS } from './cases.ts';
import type { EntryPoint } from './entry-points.ts';
import { runCases } from './run-cases.ts';
import { watchedRun } from './watched-run.ts';

/** A program that runs a script over the files of the project; `files` are their names. */
function scripted(name: string, script: string): EntryPoint {
  const program = `const files = require('fs').readdirSync(process.argv[1]); ${script}`;
  return {
    name,
    engine: 'native',
    group: 'scan',
    command: (folder) => [process.execPath, '-e', program, folder],
    answers: (stdout) => new Map(Object.entries(JSON.parse(stdout))),
  };
}

async function failuresOf(...entries: EntryPoint[]): Promise<Account['failures']> {
  const account = new Account();
  const cases = casesOf({
    depths: [10],
    endings: ['closed'],
    inTurn: false,
    pairwise: false,
    only: 'python.p',
    every: 1,
  });
  await runCases(cases, entries, { seconds: 3, memory: 4e9 }, account);
  return account.failures;
}

test('each shape gets one ending in turn, so that all endings occur and no shape is missing', () => {
  const choice = { depths: [10], endings: ENDINGS, pairwise: false, only: 'bash.', every: 1 };
  const slug = ({ path }: Case) => path.split('.')[1];
  const [all, inTurn] = [false, true].map((each) => [...casesOf({ ...choice, inTurn: each })]);
  expect(inTurn?.map(slug)).toEqual([...new Set(all?.map(slug))]);
  expect(new Set(inTurn?.map(({ path }) => path.split('.')[3]))).toEqual(new Set(ENDINGS));
});

test('pairwise, every two values of shape, ending, depth and entry point are combined in a case', () => {
  const cases = [
    ...casesOf({ depths: [1, 2, 3, 4], endings: ENDINGS, inTurn: false, pairwise: true, only: '', every: 1 }),
  ].flatMap(({ path, entries = [] }) => {
    const [language, shape, depth, ending] = path.split('.');
    const values = { shape: `${language}.${shape}`, depth, ending };
    return entries.map((entry) => ({ ...values, entry }));
  });
  const count = (...names: (keyof (typeof cases)[number])[]) =>
    new Set(cases.map((one) => names.map((name) => one[name]).join())).size;
  expect([count('depth'), count('ending'), count('entry')]).toEqual([4, 5, 8]);
  expect(count('shape', 'depth')).toBe(count('shape') * 4);
  expect(count('shape', 'entry')).toBe(count('shape') * 8);
  expect(count('depth', 'ending')).toBe(4 * 5);
  expect(count('depth', 'entry')).toBe(4 * 8);
  expect(count('ending', 'entry')).toBe(5 * 8);
  // Indented sources have no closing part.
  const indented = new Set(cases.map(({ shape }) => shape).filter((shape) => shape.startsWith('python.indented-')));
  expect(count('shape', 'ending')).toBe((count('shape') - indented.size) * 5 + indented.size);
});

test('a crash is attributed to the case that causes it', async () => {
  const crashing = scripted(
    'crashing',
    `if (files.some((f) => f.includes('power'))) process.exit(7); console.log('{}')`,
  );
  expect(await failuresOf(crashing)).toEqual([
    { entry: 'crashing', path: 'python.power-chain.10.closed.py', problem: expect.stringMatching(/^crash: exit 7/) },
  ]);
});

test('a hang is attributed to the case that causes it', async () => {
  const hanging = scripted(
    'hanging',
    `if (files.some((f) => f.includes('plus'))) setTimeout(() => {}, 60_000); else console.log('{}')`,
  );
  expect(await failuresOf(hanging)).toEqual([
    { entry: 'hanging', path: 'python.plus-chain.10.closed.py', problem: 'hang: no CPU time used for 3 s' },
  ]);
});

test('a program that uses more CPU time than allowed counts as a hang', async () => {
  const busy = [process.execPath, '-e', 'for (;;);'] as const;
  expect(await watchedRun(busy, { seconds: 1, memory: 4e9 })).toMatchObject({
    failure: 'hang: no end after 1 s of CPU time',
  });
});

test('a program that ended while a descendant in another group holds its output is reported', async () => {
  const script = 'setsid sleep 3 & exit 0';
  expect(await watchedRun(['sh', '-c', script], { seconds: 1, memory: 4e9 })).toMatchObject({
    failure: 'hang: no CPU time used for 1 s',
  });
});

test('different answers of two entry points are reported with the path of the file', async () => {
  const answer = (status: string) =>
    `console.log(JSON.stringify(Object.fromEntries(files.map((f) => [f, f.includes('plus') ? '${status}' : '']))))`;
  expect(await failuresOf(scripted('one', answer('a')), scripted('two', answer('b')))).toEqual([
    { entry: 'two and one', path: 'python.plus-chain.10.closed.py', problem: 'differs: a | b' },
  ]);
});
