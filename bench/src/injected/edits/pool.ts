import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installRival, RIVAL } from '../../native/rival.ts';
import { table } from '../../table.ts';
import { type Fragment, jscpdGroups, scan } from './detectors.ts';
import { type Code, largestRun, leavesIn, lineOf, position, type Span } from './leaves/leaves.ts';
import { CodeFiles } from './leaves/readers.ts';
import { Links } from './linked.ts';

/** Pairs with less code on either side are not counted, as in the definition of blocks. */
const LEAST_LEAVES = 30;
const LANGUAGES = ['--format', 'python,javascript,typescript,jsx,tsx,php,bash'];
const TESTS = /(?:^|\/)(?:tests?|spec|__tests__|fixtures)\/|\.(?:test|spec)\.|(?:^|\/)test_|_test\.\w+$|Test\.\w+$/;
const COVERED = 0.8;
const LEAST_COVERED = 0.5;
const LEAST_PARTLY = 0.7;

/** A pair that another program reports, of code on both sides. */
interface Pair {
  folder: string;
  sides: [Fragment, Fragment];
  /** The share that the analyzer reports too, of tokens of code and of lines; the side with the smaller one. */
  leaves: number;
  lines: number;
  /** Tokens of the longest run of complete statements, members or items that is not covered, on the smaller side. */
  run: number;
}

/**
 * `bench injected pool --path DIR [--path DIR]… [--show N]`: pairs that jscpd reports with its default options, outside
 * tests and with at least 30 tokens of code, and how much of both sides the analyzer reports as copies of each other.
 * Independent parsers find what is code. Missed pairs are printed with both sides.
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
  const missed = all.filter(({ leaves }) => leaves < COVERED).sort((a, b) => a.leaves - b.leaves || a.run - b.run);
  for (const pair of missed.slice(0, Number(values.show))) process.stdout.write(shown(pair));
  const covered = all.length - missed.length;
  const partly = all.filter(({ leaves }) => leaves > 0).length;
  if (covered < LEAST_COVERED * all.length || partly < LEAST_PARTLY * all.length) {
    throw new Error(`of the pairs of ${RIVAL}, ${covered} of ${all.length} are covered, ${partly} at least partly`);
  }
}

async function pairsOf(folder: string, files: CodeFiles): Promise<{ pairs: Pair[]; unread: number; small: number }> {
  const links = new Links(scan(folder));
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
    const run = Math.min(missedRun(code, links, [one, other]), missedRun(otherCode, links, [other, one]));
    const shares = { leaves: links.coverage(one, other, leaves), lines: links.coverage(one, other) };
    pairs.push({ folder, sides: [one, other], ...shares, run });
  }
  return { pairs, unread, small };
}

function spanOf({ from, to, columns }: Fragment): Span {
  return { from: position(from, columns?.from ?? 0), to: position(to, columns?.to ?? Infinity) };
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

function shown({ folder, sides, leaves, run }: Pair): string {
  const title = `\n== ${Math.round(leaves * 100)} % of the code, ${run} tokens of complete units not covered: ${folder}\n`;
  return `${title}${sides.map((side) => excerpt(folder, side)).join('')}`;
}

function excerpt(folder: string, { path, from, to }: Fragment): string {
  const lines = readFileSync(join(folder, path), 'utf8').split('\n');
  const numbered = lines.slice(from - 1, to).map((line, index) => `${String(from + index).padStart(6)}  ${line}\n`);
  return `-- ${path}:${from}-${to}\n${numbered.join('')}`;
}
