import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installRival, RIVAL } from '../../native/rival.ts';
import { table } from '../../table.ts';
import { COVERED, causeOf, LEAST_LEAVES, NOT_ATTRIBUTED } from './causes.ts';
import { type Fragment, jscpdGroups, scanned } from './detectors.ts';
import { type Code, largestRun, leavesIn, lineOf, spanOf } from './leaves/leaves.ts';
import { CodeFiles } from './leaves/readers.ts';
import { Links } from './linked.ts';

const LANGUAGES = ['--format', 'python,javascript,typescript,jsx,tsx,php,bash'];
const TESTS = /(?:^|\/)(?:tests?|spec|__tests__|fixtures)\/|\.(?:test|spec)\.|(?:^|\/)test_|_test\.\w+$|Test\.\w+$/;
const SMALLEST = ['--min-near', '12', '--min-block', '12', '--min-block-shape', '12'];
const LEAST_COVERED = 0.5;
const LEAST_PARTLY = 0.7;

/** A pair that another program reports, of code on both sides. */
interface Pair {
  folder: string;
  sides: [Fragment, Fragment];
  /** The share that the analyzer reports too, of tokens of code and of lines; the side with the smaller one. */
  leaves: number;
  lines: number;
  /** Why it is not covered. */
  cause?: string;
}

/**
 * `bench injected pool --path DIR [--path DIR]… [--show N]`: pairs that jscpd reports with its default options, outside
 * tests and with at least 30 tokens of code, and how much of both sides the analyzer reports as copies of each other.
 * Independent parsers find what is code. Missed pairs are printed with the limit that explains them, others with both
 * sides.
 */
export async function poolCommand(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { path: { type: 'string', multiple: true }, show: { type: 'string', default: '20' } },
  });
  const folders = (values.path ?? []).map((path) => resolve(path));
  if (folders.length === 0) throw new Error('usage: npm run bench -- injected pool --path DIR [--path DIR]…');
  installRival();
  const files = await CodeFiles.start();
  const rows = [['', 'pairs', 'covered', 'partly', 'not', 'lines covered', 'lines partly', 'without code', 'not read']];
  const all: Pair[] = [];
  try {
    for (const folder of folders) {
      const { pairs, unread, small } = await pairsOf(folder, files);
      rows.push([folder, ...counts(pairs), String(small), String(unread)]);
      all.push(...pairs);
    }
  } finally {
    files.close();
  }
  process.stdout.write(table([...rows, ['all', ...counts(all), '', '']]));
  const missed = all.filter(({ cause }) => cause !== undefined);
  process.stdout.write(`\n${table([['missed because of', 'pairs'], ...causes(missed)])}\n`);
  for (const pair of missed) process.stdout.write(`${pair.cause}: ${lineFor(pair)}\n`);
  const open = missed.filter(({ cause }) => cause === NOT_ATTRIBUTED);
  for (const pair of open.slice(0, Number(values.show))) process.stdout.write(shown(pair));
  const covered = all.length - missed.length;
  const partly = all.filter(({ leaves }) => leaves > 0).length;
  if (covered < LEAST_COVERED * all.length || partly < LEAST_PARTLY * all.length) {
    throw new Error(`of the pairs of ${RIVAL}, ${covered} of ${all.length} are covered, ${partly} at least partly`);
  }
}

async function pairsOf(folder: string, files: CodeFiles): Promise<{ pairs: Pair[]; unread: number; small: number }> {
  const { groups, statuses } = scanned(folder);
  const links = new Links(groups);
  let known: Links | undefined;
  const smallest = () => {
    known ??= new Links(scanned(folder, SMALLEST).groups);
    return known;
  };
  const pairs: Pair[] = [];
  let [unread, small] = [0, 0];
  for (const { fragments } of jscpdGroups(folder, LANGUAGES)) {
    const [one, other] = fragments;
    if (one === undefined || other === undefined || TESTS.test(one.path) || TESTS.test(other.path)) continue;
    const [code, otherCode] = [await files.code(folder, one), await files.code(folder, other)];
    if (code === undefined || otherCode === undefined) {
      unread++;
      continue;
    }
    const leaves = (range: Fragment) => leavesIn(range === one ? code : otherCode, spanOf(range)).map(lineOf);
    if (leaves(one).length < LEAST_LEAVES || leaves(other).length < LEAST_LEAVES) {
      small++;
      continue;
    }
    const pair: Pair = {
      ...{ folder, sides: [one, other] },
      ...{ leaves: links.coverage(one, other, leaves), lines: links.coverage(one, other) },
    };
    if (pair.leaves < COVERED) {
      const run = Math.min(missedRun(code, links, [one, other]), missedRun(otherCode, links, [other, one]));
      const its = [one, other].map(({ path }) => statuses.get(path) ?? 'excluded');
      pair.cause = causeOf({ sides: pair.sides, codes: [code, otherCode], run, links, smallest, statuses: its });
    }
    pairs.push(pair);
  }
  return { pairs, unread, small };
}

function missedRun(code: Code, links: Links, [one, other]: [Fragment, Fragment]): number {
  return largestRun(code, spanOf(one), new Set(links.uncovered(one, other)));
}

function counts(pairs: readonly Pair[]): string[] {
  const count = (accept: (pair: Pair) => boolean) => String(pairs.filter(accept).length);
  return [
    String(pairs.length),
    count(({ leaves }) => leaves >= COVERED),
    count(({ leaves }) => leaves > 0 && leaves < COVERED),
    count(({ leaves }) => leaves === 0),
    count(({ lines }) => lines >= COVERED),
    count(({ lines }) => lines > 0 && lines < COVERED),
  ];
}

/** Causes with their number, most frequent first. */
function causes(missed: readonly Pair[]): string[][] {
  const counts = new Map<string, number>();
  for (const { cause = '' } of missed) counts.set(cause, (counts.get(cause) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([cause, count]) => [cause, String(count)]);
}

function lineFor({ sides, leaves }: Pair): string {
  const ranges = sides.map(({ path, from, to }) => `${path}:${from}-${to}`);
  return `${Math.round(leaves * 100)} %  ${ranges.join('  ')}`;
}

function shown(pair: Pair): string {
  const { folder, sides } = pair;
  return `\n== ${folder}: ${lineFor(pair)}\n${sides.map((side) => excerpt(folder, side)).join('')}`;
}

function excerpt(folder: string, { path, from, to }: Fragment): string {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  const numbered = lines.slice(from - 1, to).map((line, index) => `${String(from + index).padStart(6)}  ${line}\n`);
  return `-- ${path}:${from}-${to}\n${numbered.join('')}`;
}
