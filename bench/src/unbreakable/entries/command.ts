// Guards: no hang, crash or difference on deep nesting, at each entry point of both engines. Takes: not measured.
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NATIVE } from '../../folders.ts';
import { Account } from './account.ts';
import { casesOf, ENDINGS } from './cases.ts';
import { entryPoints } from './entry-points.ts';
import { runCases } from './run-cases.ts';

const GB = 1_000_000_000;

/**
 * `bench unbreakable entries`: every nesting shape of every language through every entry point of both engines. It prints
 * one row for each entry point and fails on a hang, a crash, too much memory, or a difference between entry points.
 * `--depths`, `--endings`, `--entry`, `--only` (a part of a case's path) and `--every N` select cases; a run over one depth or
 * language is a part of the complete run. `--in-turn` gives each shape one of the endings: a fifth of the 7 GB of 1,000,000 levels.
 * `--pairwise` combines every two values of shape, ending, depth and entry point at least once. After SIGINT it finishes the
 * current project and reports what it ran.
 */
export async function entriesCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      depths: { type: 'string', default: '1000,10000,100000,1000000' },
      endings: { type: 'string', default: ENDINGS.join() },
      entry: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      every: { type: 'string', default: '1' },
      'in-turn': { type: 'boolean', default: false },
      pairwise: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '300' },
      gigabytes: { type: 'string', default: '5' },
      native: { type: 'string', default: NATIVE },
    },
  });
  if (!existsSync(values.native))
    throw new Error(`${values.native} does not exist: build it with npm run build:native`);
  const all = entryPoints(values.native);
  const entries = all.filter(({ name }) => values.entry === '' || values.entry.split(',').includes(name));
  if (entries.length === 0) throw new Error(`--entry takes ${all.map(({ name }) => name).join(', ')}`);
  const account = new Account();
  const limits = { seconds: Number(values.seconds), memory: Number(values.gigabytes) * GB };
  const cases = casesOf({
    depths: values.depths.split(',').map(Number),
    endings: ENDINGS.filter((ending) => values.endings.split(',').includes(ending)),
    inTurn: values['in-turn'],
    pairwise: values.pairwise,
    only: values.only,
    every: Number(values.every),
  });
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    await runCases(cases, entries, limits, account, stop.signal);
  } finally {
    process.stdout.write(account.report());
  }
  if (stop.signal.aborted) throw new Error('interrupted: the remaining cases did not run');
  if (account.failures.length > 0) throw new Error(`${account.failures.length} failures`);
}
