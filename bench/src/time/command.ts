import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusFiles } from '../corpus/files.ts';
import { STANDARD } from '../corpus/recipe.ts';
import { ANALYZER, BENCH, CORPUS, REPOSITORY } from '../folders.ts';
import { machine } from '../measure/machine.ts';
import type { Cost } from '../measure/measure.ts';
import { type Program, rounds } from '../measure/repeat.ts';
import { table } from '../table.ts';
import { VERSIONS } from '../versions.ts';
import { type Budget, budgets } from './budgets.ts';

const JOBS = 2;
const ROUNDS = 3;
const HELP_ROUNDS = 11;

const READ = 'read + SHA-256';
const WALK = 'scan without parsing';
const PARSE = 'parse only';
const SCAN = 'scan, JSON';
const HELP = '--help';
const NODE = 'node itself';

/** With `--all`: the default exclusions would leave out files that the floors read. */
const WHOLE_SCAN = [ANALYZER, 'scan', CORPUS, '--all', '--jobs', String(JOBS)];

const PROGRAMS: readonly Program[] = [
  { name: READ, args: [join(BENCH, 'dist/read-floor.js')] },
  { name: WALK, args: [join(BENCH, 'dist/walk-floor.js')] },
  { name: PARSE, args: [join(BENCH, 'dist/parse-floor.js'), String(JOBS)] },
  { name: SCAN, args: [...WHOLE_SCAN, '--format', 'json'] },
  { name: 'scan, terminal', args: WHOLE_SCAN },
];

const HELP_PROGRAMS: readonly Program[] = [
  { name: NODE, args: ['--eval', ''] },
  { name: HELP, args: [ANALYZER, '--help'] },
];

/** Times a whole scan of the corpus and its floors in the same run; fails when a budget is missed. */
export async function timeCommand(): Promise<void> {
  const files = corpusFiles();
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const costs = await rounds(ROUNDS, PROGRAMS, 'cpu');
  const help = await rounds(HELP_ROUNDS, HELP_PROGRAMS, 'wall');
  const held = budgets({ bytes, scan: cost(costs, SCAN), walk: cost(costs, WALK), help: cost(help, HELP).wall });
  process.stdout.write(report(costs, files.length, bytes));
  process.stdout.write(`\n${HELP}: ${milliseconds(help, HELP)} ms, of these ${NODE}: ${milliseconds(help, NODE)} ms\n`);
  process.stdout.write(`\n${budgetTable(held)}\n`);
  process.stdout.write(`stored: ${store({ files: files.length, bytes, costs: new Map([...costs, ...help]), held })}\n`);
  const missed = held.filter((budget) => !budget.held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name, unit }) => `${name} (${unit})`).join(', ')}`);
}

function cost(costs: ReadonlyMap<string, Cost>, name: string): Cost {
  const found = costs.get(name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found;
}

function milliseconds(costs: ReadonlyMap<string, Cost>, name: string): string {
  return (cost(costs, name).wall * 1000).toFixed(0);
}

function report(costs: ReadonlyMap<string, Cost>, files: number, bytes: number): string {
  const least = cost(costs, READ).cpu;
  const head = [
    '',
    'wall s',
    'CPU s',
    '(first process)',
    'MB/s',
    'MB/CPU s',
    'files/s',
    'peak MB',
    'processes',
    '× read',
  ];
  const rows = [...costs].map(([name, { wall, cpu, first_cpu, peak_pss, processes }]) => [
    name,
    wall.toFixed(2),
    cpu.toFixed(2),
    first_cpu.toFixed(2),
    (bytes / 1e6 / wall).toFixed(1),
    (bytes / 1e6 / cpu).toFixed(2),
    (files / wall).toFixed(0),
    (peak_pss / 1e6).toFixed(0),
    String(processes),
    (cpu / least).toFixed(1),
  ]);
  return `${files} files, ${(bytes / 1e6).toFixed(1)} MB, ${ROUNDS} rounds, median by CPU\n\n${table([head, ...rows])}`;
}

function budgetTable(held: readonly Budget[]): string {
  const rows = held.map(({ name, unit, limit, least, measured, held }) => [
    name,
    measured.toFixed(1),
    `${least ? '≥' : '≤'} ${limit}`,
    unit,
    held ? 'held' : 'MISSED',
  ]);
  return table([['budget', 'measured', 'limit', 'unit', ''], ...rows]);
}

/** With `-dirty` when the tree is not that of the commit; null outside a repository. */
function commit(): string | null {
  const args = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

interface Run {
  files: number;
  bytes: number;
  costs: ReadonlyMap<string, Cost>;
  held: readonly Budget[];
}

/** @returns the path of the stored run, below the repository */
function store({ files, bytes, costs, held }: Run): string {
  const date = new Date().toISOString();
  const run = {
    date,
    commit: commit(),
    versions: VERSIONS,
    machine: machine(),
    corpus: { sha256: STANDARD.result.sha256, files, bytes },
    jobs: JOBS,
    rounds: ROUNDS,
    costs: Object.fromEntries(costs),
    budgets: held,
  };
  const path = `bench/runs/${date.slice(0, 16).replace(':', '')}.json`;
  mkdirSync(join(BENCH, 'runs'), { recursive: true });
  writeFileSync(join(REPOSITORY, path), `${JSON.stringify(run, null, 2)}\n`);
  return path;
}
