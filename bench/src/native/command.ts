// Guards: CPU time and memory of the native engine, beside its parsing alone and jscpd. Takes: not measured.
import { copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { corpusFiles } from '../corpus/files.ts';
import { CORPUS, LARGE_CORPUS } from '../folders.ts';
import { measure } from '../measure/measure.ts';
import { inMemoryFolder } from '../measure/memory-folder.ts';
import { readAll } from '../measure/read-all.ts';
import { table } from '../table.ts';
import { atLeast, atMost, type Budget } from '../time/budgets.ts';
import { budgetTable } from '../time/report.ts';
import { buildNative, RELEASE } from './build.ts';
import { type Built, type CorpusCosts, costsInTurns, costsOn, JOBS, scanOf } from './corpus.ts';
import { languageBudgets } from './languages.ts';
import { mapBudgets } from './map.ts';
import { installRival, RIVAL } from './rival.ts';
import { writeTree } from './tree.ts';

const PARTS = ['small', 'large', 'growth', 'jobs', 'files', 'map', 'languages'] as const;
type Part = (typeof PARTS)[number];

const MIB = 1024 ** 2;
const SMALL_FILES = 100_000;
/** So that they have 500 bytes on average. */
const LARGEST_SMALL_FILE = 900;

/**
 * Compares the native engine with its budgets: with jscpd and its own parse-only floor on both corpora (`small`,
 * `large`), by size alone (`growth`), one worker against two (`jobs`), on a tree of small files (`files`), below a map (`map`), and
 * next to jscpd for each language of the corpus or of any folder (`languages`, `--path DIR`).
 *
 * @param part by default all
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
      path: { type: 'string' },
    },
  });
  const built = { native: values.native, floor: values.floor };
  const path = values.path === undefined ? undefined : resolve(values.path);
  const used = asked === 'languages' ? [built.native] : Object.values(built);
  if (used.some((file) => file.startsWith(RELEASE))) buildNative();
  for (const file of used) {
    if (!existsSync(file)) throw new Error(`${file} is not there`);
  }
  const parts = asked === undefined ? PARTS : [asked];
  const held = await inMemoryFolder('analyzer-native-', (folder) =>
    budgets(parts, { built, folder, path, times: Number(values.rounds) }),
  );
  process.stdout.write(budgetTable(held));
  const missed = held.filter((budget) => !budget.held);
  if (missed.length > 0) throw new Error(`missed: ${missed.map(({ name }) => name).join(', ')}`);
}

/** What all parts share. */
interface Bench {
  built: Built;
  /** Folder for copies of the measured trees, outside of this repository and its .gitignore. */
  folder: string;
  times: number;
  /** Of `languages`, instead of the corpus. */
  path: string | undefined;
}

async function budgets(parts: readonly Part[], bench: Bench): Promise<Budget[]> {
  const held: Budget[] = [];
  for (const part of parts) {
    if (part === 'jobs') held.push(await twoJobs(bench));
    else if (part === 'files') held.push(await smallFiles(bench));
    else if (part === 'growth') held.push(...(await growth(bench)));
    else if (part === 'languages') held.push(...(await languageBudgets(bench.path, bench)));
    else if (part === 'map') held.push(...(await mapBudgets(bench.built, copyOf(LARGE_CORPUS, bench), bench.times)));
    else {
      installRival();
      const corpus = copyOf(part === 'small' ? CORPUS : LARGE_CORPUS, bench);
      const costs = await costsOn(corpus, bench.built, bench.times, true);
      report(`${part} corpus`, costs);
      held.push(...(part === 'small' ? ofSmall(costs) : ofLarge(costs)));
    }
  }
  return held;
}

/** @returns the copy of a corpus, made by the first part that asks for it */
function copyOf(corpus: string, { folder }: Bench): string {
  if (!existsSync(corpus))
    throw new Error(`${corpus} is not there: run npm run bench -- corpus, with --large for it all`);
  const copy = join(folder, basename(corpus));
  if (!existsSync(copy)) cpSync(corpus, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
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

/**
 * Whether the cost of a scan per cost of parsing grows with size: the large corpus compared with the small one, which
 * has other code, and with a fifth of itself. All alternate, for twice as many rounds, because it is a ratio of ratios.
 */
async function growth(bench: Bench): Promise<Budget[]> {
  const [small, large] = [copyOf(CORPUS, bench), copyOf(LARGE_CORPUS, bench)];
  const fifth = join(bench.folder, 'fifth');
  for (const [at, { path }] of corpusFiles(LARGE_CORPUS).entries()) {
    if (at % 5 > 0) continue;
    mkdirSync(dirname(join(fifth, path)), { recursive: true });
    copyFileSync(join(LARGE_CORPUS, path), join(fifth, path));
  }
  const costs = await costsInTurns([small, fifth, large], bench.built, bench.times * 2);
  const ratios = costs.map(({ scan, floor }) => scan.cpu / floor.cpu);
  for (const [at, name] of ['small corpus', 'every fifth file of the large corpus', 'large corpus'].entries()) {
    const found = costs[at];
    if (found !== undefined) report(`${name}, in turns`, found);
  }
  const [bySmall = 0, byFifth = 0, byLarge = 0] = ratios;
  return [
    atMost('scan by parsing, large corpus by small one', '×', 1, byLarge / bySmall),
    atMost('scan by parsing, large corpus by a fifth of it', '×', 1, byLarge / byFifth),
  ];
}

/** The best of several rounds: other load only increases it. */
async function twoJobs(bench: Bench): Promise<Budget> {
  const corpus = copyOf(CORPUS, bench);
  const best: number[] = [];
  for (let round = 0; round < bench.times; round++) {
    for (const [at, jobs] of [1, JOBS].entries()) {
      const { program, args } = scanOf(bench.built, corpus, jobs);
      readAll(corpus);
      const { wall } = await measure(args, { ...(program === undefined ? {} : { program }), memory: false });
      best[at] = Math.min(best[at] ?? Number.POSITIVE_INFINITY, wall);
    }
  }
  const [one = 0, two = 1] = best;
  process.stdout.write(`small corpus: one job ${one.toFixed(2)} s, ${JOBS} jobs ${two.toFixed(2)} s\n\n`);
  return atLeast('two jobs, wall time of one by theirs', '×', 1.7, one / two);
}

async function smallFiles({ built, folder, times }: Bench): Promise<Budget> {
  const tree = join(folder, 'files');
  mkdirSync(tree);
  await writeTree(tree, SMALL_FILES, LARGEST_SMALL_FILE);
  const costs = await costsOn(tree, built, times, false);
  rmSync(tree, { recursive: true });
  report(`${SMALL_FILES} files`, costs);
  return atMost(`${SMALL_FILES} small files, CPU by parsing alone`, '×', 1.6, costs.scan.cpu / costs.floor.cpu);
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
