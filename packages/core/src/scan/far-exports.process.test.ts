import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { BUILT_HERE, NATIVE_MISSING } from '#parse/native/built-here.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import { fixtureFolder } from '#tree/fixture-folder.ts';
import { completeOptions } from './options.ts';
import { scan } from './scan.ts';

/** A name is searched in this number of files. */
const FILES = 256;

function chain(length: number): string {
  const links = Array.from({ length }, (_, at) => [`a${at}.js`, `export * from './a${at + 1}.js';\n`]);
  return fixtureFolder({
    ...Object.fromEntries(links),
    [`a${length}.js`]: 'export function x() {}\n',
    'use.js': "import { x } from './a0.js';\nx();\n",
  });
}

const found = { state: 'resolved', candidates: [`a${FILES - 1}.js#x@1`] };
const far = { state: 'unresolved', reason: 'too many re-exports away' };
const CASES = [
  [FILES - 1, found],
  [FILES, far],
] as const;

test.each(CASES)('a name that %i files export again', async (length, outcome) => {
  const scanned = await scan(chain(length), completeOptions({ config: false }), { engine: await sharedEngine() });
  const calls = scanned.relations.get('use.js')?.calls;
  const [state, candidates, reason] = [calls?.state[0], calls?.candidates[0], calls?.reason[0]];
  expect({ state, candidates, reason }).toMatchObject(outcome);
});

test.skipIf(NATIVE_MISSING !== undefined).each(CASES)('the same natively, %i files', (length, outcome) => {
  const { stdout } = spawnSync(BUILT_HERE, ['scan', chain(length), '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  const { entries }: { entries: { path: string }[] } = JSON.parse(stdout);
  expect(entries.find(({ path }) => path === 'use.js')).toMatchObject({ calls: [outcome] });
});
