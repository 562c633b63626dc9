import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ANALYZER, CORPUS, LARGE_CORPUS, REPOSITORY } from '../folders.ts';
import { type Package, packagesOf } from '../index/packages.ts';
import { firstDifference } from './compare.ts';
import { compareMutants } from './mutants.ts';

const NATIVE = join(REPOSITORY, 'native/analyzer-rs/target/release/analyzer-rs');
const FIXTURES = join(REPOSITORY, 'fixtures');
/** Of a value that differs. */
const LONGEST_VALUE = 300;

/** Views besides JSON, whose last line (engine, workers, time) is not compared. */
const VIEWS: readonly (readonly string[])[] = [
  ['--detail', 'files'],
  ['--detail', 'full'],
  ['--detail', 'full', '--ascii', '--color', 'always'],
  ['--format', 'dot', '--detail', 'full'],
];

/** Scans the same folders with both engines and fails at the first difference of each. */
export function parityCommand(): void {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      native: { type: 'string', default: NATIVE },
      folder: { type: 'string', multiple: true },
      large: { type: 'boolean', default: false },
      fixtures: { type: 'boolean', default: false },
      mutants: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
    },
  });
  if (!existsSync(values.native)) {
    throw new Error(`${values.native} is not there: build it with npm run build:native, or name it with --native`);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-parity-'));
  try {
    if (values.mutants !== '0') {
      const [from, count] = [Number(values.from), Number(values.mutants)];
      mutantsParity(Number(values.seed), from, count, values.native, scratch);
      return;
    }
    const folders = values.folder?.map((path) => ({ id: path, path })) ?? standing(values);
    const differing = folders.filter((folder) => !compare(folder, values.native, scratch));
    process.stdout.write(`${folders.length - differing.length} of ${folders.length} folders are the same\n`);
    if (differing.length > 0) throw new Error(`the engines differ in ${differing.map(({ id }) => id).join(', ')}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Both engines on mutants of the corpus, which differ in nothing but what depends on the machine. */
function mutantsParity(seed: number, from: number, count: number, native: string, scratch: string): void {
  const both = (folder: string): [string, string] => {
    const json = ['scan', folder, '--all', '--format', 'json'];
    const scanned = (program: string, args: string[]) => {
      const { stdout, problem } = run(program, args);
      if (problem !== '') throw new Error(problem);
      return stdout;
    };
    return [scanned(process.execPath, portable(json)), scanned(native, json)];
  };
  const { compared, leftOut, differences } = compareMutants(scratch, seed, from, count, both);
  process.stdout.write(`${compared} mutants compared, ${leftOut} left out, ${differences.length} folders differ\n`);
  if (differences.length > 0) throw new Error(`the engines differ:\n${differences.join('')}`);
}

/** The fixtures, and unless only they are asked for, the packages of a corpus. */
function standing({ large, fixtures }: { large: boolean; fixtures: boolean }): Package[] {
  const own = readdirSync(FIXTURES).map((name) => ({ id: `fixtures/${name}`, path: join(FIXTURES, name) }));
  return [...own, ...(fixtures ? [] : packagesOf(large ? LARGE_CORPUS : CORPUS))];
}

/** @returns whether all that both engines say of the folder is the same */
function compare({ id, path }: Package, native: string, scratch: string): boolean {
  const [left, right] = [join(scratch, 'portable.json'), join(scratch, 'native.json')];
  const json = ['scan', path, '--all', '--format', 'json'];
  const one = run(process.execPath, portable([...json, '-o', left]));
  const other = run(native, [...json, '-o', right]);
  if (one.problem !== '' || other.problem !== '') {
    return differs(id, 'stderr and exit code', one.problem, other.problem);
  }
  const found = firstDifference(readFileSync(left, 'utf8'), readFileSync(right, 'utf8'));
  for (const file of [left, right]) rmSync(file);
  if (found !== undefined) {
    return differs(`${id}${found.path === undefined ? '' : `: ${found.path}`}`, found.pointer, found.left, found.right);
  }
  for (const view of VIEWS) {
    const args = ['scan', path, '--all', ...view];
    const [one, two] = [run(process.execPath, portable(args)), run(native, args)];
    const line = one.lines.findIndex((text, i) => text !== two.lines[i]);
    if (line >= 0 || one.lines.length !== two.lines.length) {
      return differs(id, `${view.join(' ')}, line ${line + 1}`, one.lines[line] ?? '', two.lines[line] ?? '');
    }
  }
  process.stdout.write(`${id}: the same\n`);
  return true;
}

function differs(where: string, what: string, left: string, right: string): false {
  const cut = (text: string) => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);
  process.stdout.write(`${where}: ${what}\n  portable ${cut(left)}\n  native   ${cut(right)}\n`);
  return false;
}

/** Arguments of Node: the engine would else be the native one. */
function portable(args: readonly string[]): string[] {
  return [ANALYZER, ...args, '--engine', 'portable'];
}

interface Run {
  stdout: string;
  /** Of stdout, but for the one that tells engine and time. */
  lines: string[];
  /** Exit code and stderr of a run that failed. */
  problem: string;
}

function run(program: string, args: string[]): Run {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 29 });
  if (error !== undefined) throw error;
  const lines = stdout.split('\n').filter((line) => !/ engine, \d+ workers?, /.test(line));
  return { stdout, lines, problem: status === 0 ? '' : `${status} ${stderr}` };
}
