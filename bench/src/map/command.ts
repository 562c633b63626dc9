// Guards: the size of maps and the time to their first control in a browser. Takes: not measured.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataOf } from '../../../packages/web/src/map/testing/real-map.ts';
import { ANALYZER, LARGE_CORPUS } from '../folders.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { requireLargeIndex } from '../queries/large-index.ts';
import { table } from '../table.ts';
import { atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { type PageTimes, timePage } from './page-times.ts';

/** A project of 1,388 files and 42,000 functions; its map must meet the limits for 1,500 files. */
const SMALL = join(LARGE_CORPUS, 'debian/python3-sympy');
const NAME = 'stringify';

interface MapRun {
  title: string;
  cost: Cost;
  bytes: number;
  nodes: number;
  edges: number;
  /** Data that the file omits because of its size. */
  omitted: string;
  times: PageTimes;
}

/**
 * Creates the maps of the large corpus and of one project, opens both in a browser, and compares them with the budgets.
 * `--db FILE`: an existing index of the large corpus.
 */
export async function mapCommand(): Promise<void> {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { db: { type: 'string' } } });
  const db = values.db ?? (await requireLargeIndex());
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-map-bench-'));
  try {
    const small = join(folder, 'small.db');
    await measure([ANALYZER, 'workspace', 'index', SMALL, '--db', small]);
    const runs = [
      await runMap('large corpus', db, join(folder, 'large.html')),
      await runMap('python3-sympy', small, join(folder, 'small.html')),
    ];
    process.stdout.write(`${costs(runs)}\n`);
    const budgets = runs.flatMap(budgetsOf);
    process.stdout.write(budgetTable(budgets));
    const missed = budgets.filter(({ held }) => !held);
    if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runMap(title: string, db: string, file: string): Promise<MapRun> {
  const cost = await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'html', '-o', file]);
  const html = readFileSync(file, 'utf8');
  const { files, graph, groups, sources, omissions } = dataOf(html);
  const group = groups.find(({ occurrences }) =>
    occurrences.slice(0, 2).every((occurrence) => sources?.declaration.includes(occurrence)),
  );
  if (group === undefined) throw new Error(`${title}: no group of its map has source`);
  return {
    title,
    cost,
    bytes: Buffer.byteLength(html),
    nodes: files.name.length + graph.declarations.name.length,
    edges: graph.imports.targets.length + graph.calls.targets.length,
    omitted: omissions.flatMap(({ what, count, reason }) => (reason === 'size' ? [`${count} ${what}`] : [])).join(', '),
    times: await timePage(file, title === 'large corpus' ? NAME : 'simplify', group.id),
  };
}

function costs(runs: readonly MapRun[]): string {
  const middle = (times: readonly number[]): string => (times[Math.floor(times.length / 2)] ?? 0).toFixed(0);
  const rows = runs.map(({ title, cost, bytes, nodes, edges, omitted, times }) => [
    title,
    String(nodes),
    String(edges),
    (bytes / 1e6).toFixed(2),
    cost.cpu.toFixed(1),
    (cost.peak_pss / 1e6).toFixed(0),
    `${times.firstControl[0]?.toFixed(0)}, ${middle(times.firstControl)}`,
    `${times.search[0]?.toFixed(0)}, ${middle(times.search)}`,
    `${times.comparison[0]?.toFixed(0)}, ${middle(times.comparison)}`,
    omitted || 'nothing',
  ]);
  const head = ['map of', 'nodes', 'edges', 'MB', 'CPU s', 'peak MB'];
  return table([[...head, 'first control ms', 'search ms', 'comparison ms', 'left out for its size'], ...rows]);
}

/** The minimum of the rounds counts: other load on the machine only adds time. */
function budgetsOf({ title, bytes, times }: MapRun): Budget[] {
  return [
    atMost(`${title}: size`, 'MB', title === 'large corpus' ? 15 : 1, bytes / 1e6),
    atMost(`${title}: first control`, 'ms', 1000, times.firstControl[0] ?? Number.POSITIVE_INFINITY),
  ];
}
