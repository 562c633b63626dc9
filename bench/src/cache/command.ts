// Guards: CPU time and size of the parse cache of both engines, beside reading alone. Takes: not measured.
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { GROUP_KINDS } from '@analyzer/core/index/codes.ts';
import { corpusFiles } from '../corpus/files.ts';
import { ANALYZER, BENCH, CORPUS, LARGE_CORPUS } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { median } from '../measure/median.ts';
import { buildNative, RELEASE } from '../native/build.ts';
import { table } from '../table.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';

const JOBS = '2';

/** Appended to the changed file: a function that occurs nowhere else in the corpus. */
const CHANGE = '\n\ndef changed_between_two_scans(before, after):\n    return [before - after, before, after]\n';

/** The command line of an engine, and the lower bound of any scan in its language. */
interface Engine {
  name: 'portable' | 'native';
  program: string;
  scan: readonly string[];
  floorProgram: string;
  floor: readonly string[];
}

/** Kinds of copies, and their limits. */
interface Kinds {
  title: string;
  kinds: string;
  changed: Record<Engine['name'], number>;
  writing: number;
  /** The portable engine compresses the units of blocks, which the native engine reads faster without compression. */
  size: Record<Engine['name'], number>;
}

/** Near copies and blocks are found by comparing all files again, which costs more than functions with equal hashes. */
const KINDS: readonly Kinds[] = [
  {
    title: 'kinds of functions',
    kinds: 'function-body,function-shape',
    changed: { portable: 11, native: 6 },
    writing: 1.15,
    size: { portable: 0.6, native: 0.6 },
  },
  {
    title: 'all kinds',
    kinds: GROUP_KINDS.join(','),
    changed: { portable: 55, native: 48 },
    writing: 1.25,
    size: { portable: 1.4, native: 2.6 },
  },
];

/** CPU seconds, medians of all rounds; the size in bytes. */
interface Costs {
  floor: number;
  cold: number;
  writing: number;
  /** With a full cache, after one file changed. */
  changed: number;
  size: number;
}

/**
 * Measures scans without a cache, with an empty cache, and with a full cache after one file changed, next to reading and
 * hashing the same files.
 */
export async function cacheCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      large: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      engine: { type: 'string' },
      native: { type: 'string', default: join(RELEASE, 'analyzer-rs') },
      floor: { type: 'string', default: join(RELEASE, 'examples/read_floor') },
    },
  });
  const folder = values.large ? LARGE_CORPUS : CORPUS;
  const files = corpusFiles(folder);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const portable: Engine = {
    name: 'portable',
    program: process.execPath,
    scan: [ANALYZER, 'scan', '--engine', 'portable'],
    floorProgram: process.execPath,
    floor: [join(BENCH, 'dist/read-floor.js')],
  };
  const native: Engine = {
    name: 'native',
    program: values.native,
    scan: ['scan'],
    floorProgram: values.floor,
    floor: [],
  };
  const chosen = [portable, native].filter(({ name }) => values.engine === undefined || values.engine === name);
  const isBuilt = [values.native, values.floor].some((file) => file.startsWith(RELEASE) && existsSync(file));
  if (isBuilt && chosen.includes(native)) buildNative();
  const missed: Budget[] = [];
  for (const engine of chosen) {
    const missing = [engine.program, engine.floorProgram].find((file) => !existsSync(file));
    if (missing !== undefined) {
      process.stdout.write(`${engine.name}: ${missing} is not there, nothing is measured\n`);
      continue;
    }
    for (const kinds of KINDS) {
      const costs = await costsOf(engine, kinds, { folder, changing: ofMiddleSize(files) }, Number(values.rounds));
      const budgets = budgetsOf(engine, kinds, costs, bytes);
      missed.push(...budgets.filter(({ held }) => !held));
      process.stdout.write(`${costTable(engine, kinds, costs, bytes)}\n${budgetTable(budgets)}\n`);
    }
  }
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

/** A project and the file in it that changes. */
interface Changing {
  folder: string;
  changing: string;
}

/** The path of the Python file of median size. */
function ofMiddleSize(files: readonly { path: string; size: number }[]): string {
  const sorted = files.filter(({ path }) => path.endsWith('.py')).sort((a, b) => a.size - b.size);
  const path = sorted[sorted.length >> 1]?.path;
  if (path === undefined) throw new Error('the corpus has no Python file');
  return path;
}

async function costsOf(
  { program, scan, floorProgram, floor }: Engine,
  { kinds }: Kinds,
  { folder, changing }: Changing,
  rounds: number,
): Promise<Costs> {
  const runs: Costs[] = [];
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-cache-'));
  const project = join(scratch, 'project');
  const cpu = async (file: string, args: readonly string[]) =>
    (await measure([...args], { program: file, sampleMs: 500, memory: false })).cpu;
  try {
    cpSync(folder, project, { recursive: true, verbatimSymlinks: true });
    for (let round = 0; round < rounds; round++) {
      const cache = join(scratch, String(round));
      const args = [...scan, project, '--all', '--jobs', JOBS, '--detail', 'files', '--kinds', kinds];
      const cached = [...args, '--cache-dir', cache];
      const unchanged = {
        floor: await cpu(floorProgram, [...floor, project]),
        cold: await cpu(program, args),
        writing: await cpu(program, cached),
        size: sizeOf(cache),
      };
      appendFileSync(join(project, changing), CHANGE);
      runs.push({ ...unchanged, changed: await cpu(program, cached) });
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
  const typical = (of: (run: Costs) => number) => median(runs.map(of));
  return {
    floor: typical((run) => run.floor),
    cold: typical((run) => run.cold),
    writing: typical((run) => run.writing),
    changed: typical((run) => run.changed),
    size: typical((run) => run.size),
  };
}

function budgetsOf({ name }: Engine, limits: Kinds, costs: Costs, bytes: number): Budget[] {
  const of = `${name}, ${limits.title}`;
  return [
    atMost(`${of}, one file changed`, '× read + SHA-256', limits.changed[name], costs.changed / costs.floor),
    atMost(`${of}, cold with writing`, '× cold without', limits.writing, costs.writing / costs.cold),
    atMost(`${of}, size`, '× source', limits.size[name], costs.size / bytes),
  ];
}

function costTable({ name }: Engine, { title }: Kinds, costs: Costs, bytes: number): string {
  const row = (what: string, cpu: number) => [what, cpu.toFixed(2), (cpu / costs.floor).toFixed(1)];
  return table([
    [`${name}, ${title}, ${(bytes / 1e6).toFixed(1)} MB`, 'CPU s', '× read'],
    row('read + SHA-256', costs.floor),
    row('scan', costs.cold),
    row('scan, into an empty cache', costs.writing),
    row('scan, from the cache, one file changed', costs.changed),
  ]);
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
