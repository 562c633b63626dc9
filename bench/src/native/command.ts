import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS, LARGE_CORPUS } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { readAll } from '../measure/read-all.ts';
import { writeTree } from '../scale/tree.ts';
import { table } from '../table.ts';
import { atLeast, atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { buildNative, RELEASE } from './build.ts';
import { type Built, type CorpusCosts, costsOn, JOBS, scanOf } from './corpus.ts';
import { mapBudgets } from './map.ts';
import { installRival, RIVAL } from './rival.ts';

const PARTS = ['small', 'large', 'jobs', 'files', 'map'] as const;
type Part = (typeof PARTS)[number];

const MIB = 1024 ** 2;
const SMALL_FILES = 100_000;
/** So that they have 500 bytes on average. */
const LARGEST_SMALL_FILE = 900;

/**
 * Holds the native engine against its budgets: beside jscpd and its own parse-only floor on both corpora (`small`,
 * `large`), one worker against two (`jobs`), on a tree of small files (`files`), and below a map (`map`).
 *
 * @param part of it; all without
 * @throws when a budget is missed
 */
export async function nativeCommand(part?: string): Promise<void> {
  const asked = PARTS.find((name) => name === part);
  const { values } = parseArgs({
    args: process.argv.slice(asked === undefined ? 3 : 4),
    options: {
      native: { type: 'string', default: join(RELEASE, 'analyzer-rs') },
      floor: { type: 'string', default: join(RELEASE, 'examples/parse_floor') },
      rounds: { type: 'string', default: '5' },
    },
  });
  const built = { native: values.native, floor: values.floor };
  if (Object.values(built).some((file) => file.startsWith(RELEASE))) buildNative();
  for (const file of Object.values(built)) {
    if (!existsSync(file)) throw new Error(`${file} is not there`);
  }
  const held = await budgets(asked === undefined ? PARTS : [asked], built, Number(values.rounds));
  process.stdout.write(budgetTable(held));
  const missed = held.filter((budget) => !budget.held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

async function budgets(parts: readonly Part[], built: Built, times: number): Promise<Budget[]> {
  const held: Budget[] = [];
  const ratios = new Map<Part, number>();
  for (const part of parts) {
    if (part === 'jobs') held.push(await twoJobs(built, times));
    else if (part === 'files') held.push(await smallFiles(built, times));
    else if (part === 'map') held.push(...(await mapBudgets(built, times)));
    else {
      installRival();
      const costs = await costsOn(part === 'small' ? CORPUS : LARGE_CORPUS, built, times, true);
      report(`${part} corpus`, costs);
      ratios.set(part, costs.scan.cpu / costs.floor.cpu);
      held.push(...(part === 'small' ? ofSmall(costs) : ofLarge(costs)));
    }
  }
  const [small, large] = [ratios.get('small'), ratios.get('large')];
  if (small !== undefined && large !== undefined) {
    held.push(atMost('scan by parsing, large corpus by small one', '×', 1, large / small));
    held.push(await growth(built, times, large));
  }
  return held;
}

function ofSmall({ scan, floor, rival }: CorpusCosts): Budget[] {
  return [
    ...(rival === undefined ? [] : [atMost(`small corpus, CPU by ${RIVAL}`, '×', 0.9, scan.cpu / rival.cpu)]),
    atMost('small corpus, CPU by parsing alone', '×', 1.5, scan.cpu / floor.cpu),
    atMost('small corpus, peak memory', 'MiB', 200, scan.largest_rss / MIB),
  ];
}

function ofLarge({ scan, rival }: CorpusCosts): Budget[] {
  return [
    ...(rival === undefined ? [] : [atMost(`large corpus, CPU by ${RIVAL}`, '×', 0.7, scan.cpu / rival.cpu)]),
    atMost('large corpus, peak memory', 'MiB', 600, scan.largest_rss / MIB),
  ];
}

/** What size alone does: the same code, a fifth of it and all. The small corpus holds other code. */
async function growth(built: Built, times: number, large: number): Promise<Budget> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-native-'));
  try {
    for (const [at, { path }] of corpusFiles(LARGE_CORPUS).entries()) {
      if (at % 5 > 0) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(join(LARGE_CORPUS, path), join(folder, path));
    }
    settle();
    const costs = await costsOn(folder, built, times, false);
    report('every fifth file of the large corpus', costs);
    const fifth = costs.scan.cpu / costs.floor.cpu;
    return atMost('scan by parsing, large corpus by a fifth of it', '×', 1, large / fifth);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The best of several: what the machine does besides only makes it worse. */
async function twoJobs(built: Built, times: number): Promise<Budget> {
  const best: number[] = [];
  for (let round = 0; round < times; round++) {
    for (const [at, jobs] of [1, JOBS].entries()) {
      const { program, args } = scanOf(built, CORPUS, jobs);
      readAll(CORPUS);
      const { wall } = await measure(args, { ...(program === undefined ? {} : { program }), memory: false });
      best[at] = Math.min(best[at] ?? Number.POSITIVE_INFINITY, wall);
    }
  }
  const [one = 0, two = 1] = best;
  process.stdout.write(`small corpus: one job ${one.toFixed(2)} s, ${JOBS} jobs ${two.toFixed(2)} s\n\n`);
  return atLeast('two jobs, wall time of one by theirs', '×', 1.7, one / two);
}

async function smallFiles(built: Built, times: number): Promise<Budget> {
  const folder = mkdtempSync(join(tmpdir(), 'analyzer-native-'));
  try {
    await writeTree(folder, SMALL_FILES, LARGEST_SMALL_FILE);
    settle();
    const costs = await costsOn(folder, built, times, false);
    report(`${SMALL_FILES} files`, costs);
    return atMost(`${SMALL_FILES} small files, CPU by parsing alone`, '×', 1.6, costs.scan.cpu / costs.floor.cpu);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What was written goes to the disk now, not while something is measured. */
function settle(): void {
  const { status, error } = spawnSync('sync');
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`sync ended with ${status}`);
}

function report(name: string, { scan, floor, rival }: CorpusCosts): void {
  const rows = [
    ['scan', scan] as const,
    ['parse only', floor] as const,
    ...(rival === undefined ? [] : [[RIVAL, rival] as const]),
  ].map(([title, cost]) => [
    title,
    cost.wall.toFixed(2),
    cost.cpu.toFixed(2),
    (cost.largest_rss / MIB).toFixed(0),
    (cost.cpu / floor.cpu).toFixed(2),
  ]);
  process.stdout.write(`${table([[name, 'wall s', 'CPU s', 'peak MiB', '× parse only'], ...rows])}\n`);
}
