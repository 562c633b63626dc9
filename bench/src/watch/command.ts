// Guards: the time from the write of a file to the answer of `analyzer watch`. Takes: not measured.
import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS } from '../folders.ts';
import { table } from '../table.ts';
import { atMost } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { Watching } from './watching.ts';

/** Milliseconds from the write of a file to the answer. */
const LIMITS = { native: 500, portable: 2000 } as const;

type EngineName = keyof typeof LIMITS;

/** Appended to a changed file, by extension: a new copy of a function that the earlier changed files have. */
const CHANGES: Readonly<Record<string, (round: number) => string>> = {
  '.py': (round) =>
    `\n\ndef changed_${round}(items, rate):\n    total = []\n${steps('', 'append', '')}    return sum(total)\n`,
  '.js': (round) =>
    `\nfunction changed${round}(items, rate) {\n  const total = [];\n${steps('', 'push', ';')}  return total;\n}\n`,
  '.php': (round) =>
    `\nfunction changed${round}($items, $rate) {\n  $total = new Total();\n${steps('$', 'push', ';')}  return $total;\n}\n`,
};

function steps(mark: string, method: string, end: string): string {
  const access = mark === '' ? '.' : '->';
  const line = (at: number) =>
    `    ${mark}total${access}${method}(${mark}items[${at}]${access}price * ${mark}rate - ${at})${end}\n`;
  return Array.from({ length: 6 }, (_, at) => line(at)).join('');
}

/** Measures the time from the write of a file to the answer of `analyzer watch`. */
export async function watchCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { engine: { type: 'string' }, files: { type: 'string', default: '12' }, path: { type: 'string' } },
  });
  const folder = values.path ?? CORPUS;
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-watch-'));
  const project = join(scratch, 'project');
  process.stdout.write(`${cpus().length} CPUs, load ${loadavg()[0]?.toFixed(1)}\n`);
  try {
    cpSync(folder, project, { recursive: true, verbatimSymlinks: true });
    const changing = chosen(corpusFiles(project), Number(values.files));
    const budgets = [];
    for (const engine of ['native', 'portable'] as const) {
      if (values.engine !== undefined && values.engine !== engine) continue;
      const times = await measured(engine, project, changing, join(scratch, engine));
      const name = `${engine}: slowest answer after one changed file`;
      budgets.push(atMost(name, 'ms', LIMITS[engine], Math.max(...times.flat())));
    }
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

interface Changing {
  path: string;
  size: number;
}

/** Files of each extension in equal steps of size, the largest ones included. */
function chosen(files: readonly Changing[], count: number): Changing[] {
  const extensions = Object.keys(CHANGES);
  return extensions.flatMap((extension) => {
    const sorted = files.filter(({ path }) => extname(path) === extension).sort((a, b) => a.size - b.size);
    const each = Math.ceil(count / extensions.length);
    return Array.from({ length: each }, (_, at) => sorted[Math.ceil(((at + 1) * sorted.length) / each) - 1]).filter(
      (file) => file !== undefined,
    );
  });
}

/** @returns by file, the milliseconds of its two changes */
async function measured(
  engine: EngineName,
  project: string,
  changing: readonly Changing[],
  cache: string,
): Promise<number[][]> {
  const args = [project, '--all', '--engine', engine, '--cache-dir', cache];
  const first = await opened(args);
  await first.watching.stop();
  const { watching, ms: startMs } = await opened(args);
  const rows: string[][] = [];
  const times: number[][] = [];
  for (const [round, { path, size }] of changing.entries()) {
    const both: number[] = [];
    for (const part of [0, 1]) {
      // No event of the earlier change is pending.
      await wait(500);
      const started = performance.now();
      appendFileSync(join(project, path), CHANGES[extname(path)]?.(2 * round + part) ?? '');
      await watching.until((event) => event.type === 'changed' && event.files.includes(path));
      both.push(performance.now() - started);
    }
    times.push(both);
    rows.push([path, (size / 1000).toFixed(0), ...both.map((ms) => ms.toFixed(0))]);
  }
  await watching.stop();
  process.stdout.write(`${engine}: start without a cache ${seconds(first.ms)} s, with it ${seconds(startMs)} s\n`);
  process.stdout.write(`${table([['changed file', 'kB', 'first ms', 'second ms'], ...rows])}\n`);
  return times;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);

async function opened(args: readonly string[]): Promise<{ watching: Watching; ms: number }> {
  const started = performance.now();
  const watching = new Watching(args);
  await watching.until(({ type }) => type === 'started');
  return { watching, ms: performance.now() - started };
}
