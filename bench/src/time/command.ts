// Guards: CPU time and memory of a scan of the standard corpus, beside its floors. Takes: 2 to 3 minutes by the runs in bench/runs.
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { ANALYZER, BENCH, CORPUS } from '../folders.ts';
import { type Program, rounds } from '../measure/repeat.ts';
import { budgets } from './budgets.ts';
import { budgetTable, costTable } from './report.ts';
import { costOf, store } from './run.ts';

const JOBS = 2;
const ROUNDS = 3;
const HELP_ROUNDS = 11;

const READ = 'read + SHA-256';
const WALK = 'scan without parsing';
const SCAN = 'scan, JSON';
const NODE = 'node itself';
const HELP = '--help';

/** With `--all`: the default exclusions would skip files that the floors read. */
const WHOLE_SCAN = [ANALYZER, 'scan', CORPUS, '--all', '--engine', 'portable', '--jobs', String(JOBS)];

const PROGRAMS: readonly Program[] = [
  { name: READ, args: [join(BENCH, 'dist/read-floor.js')] },
  { name: WALK, args: [join(BENCH, 'dist/walk-floor.js')] },
  { name: 'parse only', args: [join(BENCH, 'dist/parse-floor.js'), String(JOBS)] },
  { name: SCAN, args: [...WHOLE_SCAN, '--format', 'json'] },
  { name: 'scan, terminal', args: WHOLE_SCAN },
];

const HELP_PROGRAMS: readonly Program[] = [
  { name: NODE, args: ['--eval', ''] },
  { name: HELP, args: [ANALYZER, '--help'] },
];

/** Times a complete scan of the corpus and its floors in the same run; fails if a budget is missed. */
export async function timeCommand(): Promise<void> {
  const files = corpusFiles();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const before = runningProcesses();
  const costs = new Map([
    ...(await rounds(ROUNDS, PROGRAMS, 'cpu')),
    ...(await rounds(HELP_ROUNDS, HELP_PROGRAMS, 'wall')),
  ]);
  const load = { before, after: runningProcesses() };
  const help = costOf(costs, HELP).wall;
  const held = budgets({ bytes, scan: costOf(costs, SCAN), walk: costOf(costs, WALK), help });
  const run = { files: files.length, bytes, jobs: JOBS, rounds: ROUNDS, load, costs, budgets: held };
  const programs = PROGRAMS.map(({ name }) => name);
  process.stdout.write(`${costTable(run, programs, READ)}\n`);
  process.stdout.write(`${HELP} ${milliseconds(help)}, of these ${NODE} ${milliseconds(costOf(costs, NODE).wall)}\n\n`);
  process.stdout.write(`${budgetTable(held)}\nstored: ${store(run)}\n`);
  const missed = held.filter((budget) => !budget.held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name, unit }) => `${name} (${unit})`).join(', ')}`);
}

function runningProcesses(): number {
  return loadavg()[0] ?? 0;
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(0)} ms`;
}
