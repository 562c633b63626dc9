import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ANALYZER, NATIVE } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { type Program, rounds } from '../measure/repeat.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type Releases, unpackReleases } from './releases.ts';
import { makeStrangers } from './strangers.ts';

/** As a share of the two scans. */
const LIMIT = 120;
const SAMPLE_MS = 250;
const OPTIONS = ['--jobs', '2', '--format', 'json'];

/**
 * Times the diff of two releases of real packages against the scans of both, and measures the memory of the diff of
 * 5,000 files with 5,000 others, with the engine that the command line names: `portable` or `native` in `analyzer`, or
 * `analyzer-rs` alone; by default with the first and the last.
 *
 * @throws when a budget is missed
 */
export async function diffCommand(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    options: { native: { type: 'string', default: NATIVE } },
    allowPositionals: true,
  });
  const names = positionals.length === 0 ? ['portable', 'analyzer-rs'] : positionals;
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-diff-'));
  try {
    const releases = unpackReleases(folder);
    const strangers = makeStrangers(folder);
    const held: Budget[] = [];
    for (const name of names) {
      const engine = { name, native: values.native };
      for (const pair of releases) held.push(await timeReleases(pair, engine));
      held.push(await weighStrangers(strangers, engine));
    }
    process.stdout.write(budgetTable(held));
    const missed = held.filter((budget) => !budget.held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Measured {
  /** Of the engine. */
  name: string;
  /** The program of the native one. */
  native: string;
}

/** A command of the engine with its arguments. */
function programOf(engine: Measured, name: string, command: readonly string[]): Program {
  if (engine.name === 'analyzer-rs') return { name, program: engine.native, args: [...command, ...OPTIONS] };
  return { name, args: [ANALYZER, ...command, '--engine', engine.name, ...OPTIONS] };
}

async function timeReleases({ name, before, after }: Releases, engine: Measured): Promise<Budget> {
  const costs = await rounds(
    3,
    [
      programOf(engine, 'before', ['scan', before]),
      programOf(engine, 'after', ['scan', after]),
      programOf(engine, 'diff', ['diff', before, after]),
    ],
    'cpu',
  );
  const cpu = (program: string) => costs.get(program)?.cpu ?? 0;
  const scans = cpu('before') + cpu('after');
  process.stdout.write(
    `${name}, ${engine.name}: scans ${scans.toFixed(1)} CPU s, diff ${cpu('diff').toFixed(1)} CPU s, at most ` +
      `${((costs.get('diff')?.peak_pss ?? 0) / 1e6).toFixed(0)} MB\n`,
  );
  return atMost(`diff of ${name}, ${engine.name}`, '% of two scans', LIMIT, (100 * cpu('diff')) / scans);
}

async function weighStrangers(
  { before, after, bytes }: ReturnType<typeof makeStrangers>,
  engine: Measured,
): Promise<Budget> {
  const { program = process.execPath, args } = programOf(engine, 'diff', ['diff', before, after]);
  const { peak_pss, largest_rss, cpu, wall } = await measure(args, { program, sampleMs: SAMPLE_MS });
  const text = execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  const { similarity_search } = JSON.parse(text);
  process.stdout.write(
    `5,000 files and 5,000 others, ${(bytes / 1e6).toFixed(1)} MB, ${engine.name}: ${wall.toFixed(0)} s, ` +
      `${cpu.toFixed(0)} CPU s, ${JSON.stringify(similarity_search)}, ` +
      `${(largest_rss / 1e6).toFixed(0)} MB in the largest process\n\n`,
  );
  return atMost(`memory of all processes, 5,000 x 5,000 files, ${engine.name}`, 'MB', 1000, peak_pss / 1e6);
}
