import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Language } from '../../corpus/files.ts';
import { installRival, RIVAL } from '../../native/rival.ts';
import { table } from '../../table.ts';
import { skeleton } from '../skeleton.ts';
import { type Fragment, jscpdGroups, scan } from './detectors.ts';
import { Links } from './linked.ts';

const LANGUAGE_OF: Readonly<Record<string, Language>> = {
  ...{
    '.py': 'python',
    '.php': 'php',
    '.ts': 'typescript',
    '.tsx': 'typescript',
    '.mts': 'typescript',
    '.cts': 'typescript',
  },
  ...{ '.js': 'javascript', '.jsx': 'javascript', '.mjs': 'javascript', '.cjs': 'javascript' },
};
/** Smaller pairs, without comments and imports, are not counted, as in the definition of blocks. */
const LEAST_LEAVES = 30;
const LANGUAGES = ['--format', 'python,javascript,typescript,jsx,tsx,php,bash'];
const TESTS = ['--ignore', '**/{test,tests,spec,__tests__,fixtures}/**,**/*.{test,spec}.*,**/{test_*,*_test,*Test}.*'];
/** A line that imports or includes, a comment, or one without words. */
const WIRING =
  /^\s*(?:(?:[*#]|\/[*/]).*|(?:import|export|from|use|require|require_once|include|source|namespace)\b.*|[^\p{L}]*)$/u;
const COVERED = 0.8;
const LEAST_COVERED = 0.5;
const LEAST_PARTLY = 0.7;

/**
 * `bench injected pool --path DIR [--path DIR]… [--show N]`: pairs that jscpd reports with its default options, outside tests, and how
 * much of both sides the analyzer reports as copies of each other.
 */
export function poolCommand(): void {
  const { values } = parseArgs({
    args: process.argv.slice(4),
    options: { path: { type: 'string', multiple: true }, show: { type: 'string', default: '20' } },
  });
  const folders = (values.path ?? []).map((path) => resolve(path));
  if (folders.length === 0) throw new Error('usage: npm run bench -- injected pool --path DIR [--path DIR]…');
  installRival();
  const rows = [['', 'pairs', 'covered', 'partly', 'not']];
  const [all, uncovered]: [number[], string[]] = [[], []];
  for (const folder of folders) {
    const links = new Links(scan(folder));
    const shares = jscpdGroups(folder, [...LANGUAGES, ...TESTS]).flatMap(({ fragments: [one, other] }) => {
      if (one === undefined || other === undefined || !isCode(folder, one)) return [];
      const share = links.coverage(one, other);
      if (share < COVERED) uncovered.push(`${share.toFixed(2)} ${folder} ${shown(one)} ${shown(other)}`);
      return [share];
    });
    rows.push([folder, ...counts(shares)]);
    all.push(...shares);
  }
  process.stdout.write(table([...rows, ['all', ...counts(all)]]));
  for (const line of uncovered.slice(0, Number(values.show))) process.stdout.write(`${line}\n`);
  const [covered, partly] = [COVERED, Number.EPSILON].map((least) => all.filter((share) => share >= least).length);
  if ((covered ?? 0) < LEAST_COVERED * all.length || (partly ?? 0) < LEAST_PARTLY * all.length) {
    throw new Error(`of the pairs of ${RIVAL}, ${covered} of ${all.length} are covered, ${partly} at least partly`);
  }
}

function isCode(folder: string, { path, from, to }: Fragment): boolean {
  const lines = readFileSync(join(folder, path), 'utf8')
    .split('\n')
    .slice(from - 1, to);
  const language = LANGUAGE_OF[extname(path)] ?? 'bash';
  return skeleton(lines.filter((line) => !WIRING.test(line)).join('\n'), language).split(' ').length >= LEAST_LEAVES;
}

function counts(shares: readonly number[]): string[] {
  const covered = shares.filter((share) => share >= COVERED).length;
  const none = shares.filter((share) => share === 0).length;
  return [shares.length, covered, shares.length - covered - none, none].map(String);
}

function shown({ path, from, to }: Fragment): string {
  return `${path}:${from}-${to}`;
}
