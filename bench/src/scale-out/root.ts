// Guards: one root of generated rows with each engine that groups them, in any order. Takes: not measured.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AnalyzerError } from '@analyzer/contracts';
import { ENGINE_NAMES } from '@analyzer/core/cluster/group/engine.ts';
import { findEngine } from '@analyzer/core/cluster/group/find-engine.ts';
import { groupsRoot } from '@analyzer/core/cluster/parquet/read-export.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import { migrate } from '@analyzer/core/postgres/migrations/migrate.ts';
import { startPostgres } from '@analyzer/core/postgres/postgres-fixture.ts';
import { ANALYZER } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { table } from '../table.ts';
import { type FunctionRow, generatedRows, type Layout, writeExport } from './generated-rows.ts';
import { load } from './load-postgres.ts';
import { sqliteRoot } from './sqlite-root.ts';

/** Memory of a run for minutes. */
const SAMPLE_MS = 500;
const THREADS = ['1', '2', '8'];

interface Size {
  rows: number;
  seed: number;
  layout: Layout;
}

type EngineName = (typeof ENGINE_NAMES)[number];

/**
 * Groups the same generated rows, for each engine in another order, with SQLite, with PostgreSQL, and with each installed
 * engine with 1, 2 and 8 threads or worker processes, each in its own process: all roots must be equal.
 *
 * @throws if they differ
 */
export async function rootCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: {
      rows: { type: 'string', default: '200000' },
      seed: { type: 'string', default: '1' },
      layout: { type: 'string', default: 'shuffled' },
      engine: { type: 'string', multiple: true, default: ['sqlite', 'postgres', ...ENGINE_NAMES] },
      threads: { type: 'string', multiple: true, default: THREADS },
      folder: { type: 'string', default: tmpdir() },
    },
  });
  const size: Size = {
    rows: Number(values.rows),
    seed: Number(values.seed),
    layout: values.layout === 'ranges' ? 'ranges' : 'shuffled',
  };
  const folder = mkdtempSync(join(values.folder, 'analyzer-root-'));
  process.stdout.write(`${cpus().length} CPUs; ${size.rows} rows, ${size.layout}, seed ${size.seed}\n`);
  try {
    const results = [['engine', 'threads', 'root', 's', 'CPU s', 'µs per row', 'CPU', 'peak MB', 'load']];
    const roots = new Set<string>();
    const add = (name: string, threads: string, run: Run) => {
      roots.add(run.root);
      const line = [name, threads, run.root.slice(0, 16), ...figures(run, size.rows)];
      results.push(line);
      process.stdout.write(`${line.join(' ')}\n`);
    };
    for (const name of ['sqlite', 'postgres'] as const) {
      if (values.engine.includes(name)) add(name, '1', await runStore(name, folder, size));
    }
    for (const [order, name] of ENGINE_NAMES.entries()) {
      if (!values.engine.includes(name)) continue;
      const missing = reasonWithout(name);
      if (missing !== undefined) {
        results.push([name, '', missing]);
        continue;
      }
      const from = join(folder, 'rows');
      writeExport(from, generatedRows(size.seed, size.rows, order + 1, size.layout));
      for (const threads of values.threads) add(name, threads, await runEngine(name, threads, from, folder));
      rmSync(from, { recursive: true });
    }
    process.stdout.write(`\n${table(results)}`);
    if (roots.size > 1) throw new Error(`the roots differ: ${[...roots].join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Run {
  root: string;
  wall: number;
  cpu: number;
  peak_pss: number;
  load: number;
}

function figures({ wall, cpu, peak_pss, load }: Run, rows: number): string[] {
  const each = (seconds: number) => ((1e6 * seconds) / rows).toFixed(2);
  return [wall.toFixed(1), cpu.toFixed(1), each(wall), each(cpu), (peak_pss / 1e6).toFixed(0), load.toFixed(1)];
}

/** With the load of the machine before it. */
async function measured(args: string[]): Promise<Omit<Run, 'root'>> {
  const [load = 0] = loadavg();
  return { ...(await measure(args, { sampleMs: SAMPLE_MS })), load };
}

type Store = 'sqlite' | 'postgres';

async function runStore(name: Store, folder: string, { rows, seed, layout }: Size): Promise<Run> {
  const [main = '', result] = [process.argv[1], join(folder, 'root')];
  const cost = await measured([main, 'scale-out', 'store', name, String(rows), String(seed), layout, folder, result]);
  return { ...cost, root: readFileSync(result, 'utf8') };
}

/** The part `store`, which `root` starts. */
export async function storeCommand(): Promise<void> {
  const [name, rows, seed, layout, folder = '', result = ''] = process.argv.slice(4);
  const its = generatedRows(Number(seed), Number(rows), 0, layout === 'ranges' ? 'ranges' : 'shuffled');
  writeFileSync(result, name === 'sqlite' ? await rootInFile(join(folder, 'rows.db'), its) : await rootOnServer(its));
}

async function rootInFile(path: string, rows: Iterable<FunctionRow>): Promise<string> {
  try {
    return await sqliteRoot(path, rows);
  } finally {
    rmSync(path);
  }
}

/** With a server of its own. */
async function rootOnServer(rows: Iterable<FunctionRow>): Promise<string> {
  const server = await startPostgres();
  try {
    const connection = await Connection.open(await server.database());
    await migrate(connection);
    const root = await load(connection, rows);
    await connection.close();
    return root;
  } finally {
    await server.remove();
  }
}

/** Threads of DuckDB and ClickHouse are worker processes of Spark. */
async function runEngine(name: EngineName, threads: string, from: string, folder: string): Promise<Run> {
  const to = join(folder, 'groups');
  const workers = name === 'spark' ? ['--master', `local-cluster[${threads},1,512]`] : ['--threads', threads];
  const kinds = ['--kinds', 'function-body,function-shape'];
  const args = ['cluster', 'group', '--engine', name, '--from', from, '-o', to, ...kinds, ...workers];
  const cost = await measured([ANALYZER, ...args]);
  const root = await groupsRoot(to);
  rmSync(to, { recursive: true });
  return { ...cost, root };
}

function reasonWithout(name: EngineName): string | undefined {
  try {
    findEngine(name);
    return undefined;
  } catch (error) {
    if (error instanceof AnalyzerError) return 'not installed';
    throw error;
  }
}
