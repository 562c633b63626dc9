// Guards: equal bytes of both engines: scans, views, diffs, mutants of the corpus. Takes: not measured.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CORPUS, LARGE_CORPUS, NATIVE, REPOSITORY } from '../folders.ts';
import { type Package, packagesOf } from '../index/packages.ts';
import { compareDiffs } from './diffs.ts';
import { Engines, type Run } from './engines.ts';
import { compareMutants } from './mutants.ts';

const FIXTURES = join(REPOSITORY, 'fixtures');

/** Views besides JSON, whose last line (engine, workers, time) is not compared. */
const VIEWS: readonly (readonly string[])[] = [
  ['--detail', 'files'],
  ['--detail', 'full'],
  ['--detail', 'full', '--ascii', '--color', 'always'],
  ['--format', 'dot', '--detail', 'full'],
];

/**
 * Scans the same folders and diffs the same pairs with both engines, and prints the first difference of each.
 *
 * @throws when there is one
 */
export function parityCommand(): void {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      native: { type: 'string', default: NATIVE },
      folder: { type: 'string', multiple: true },
      large: { type: 'boolean', default: false },
      fixtures: { type: 'boolean', default: false },
      diffs: { type: 'boolean', default: false },
      mutants: { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      from: { type: 'string', default: '0' },
    },
  });
  if (!existsSync(values.native)) {
    throw new Error(`${values.native} is not there: build it with npm run build:native, or name it with --native`);
  }
  const scratch = mkdtempSync(join(tmpdir(), 'analyzer-parity-'));
  const engines = new Engines(values.native, scratch);
  try {
    if (values.mutants !== '0') {
      const [from, count] = [Number(values.from), Number(values.mutants)];
      mutantsParity(Number(values.seed), from, count, engines, scratch);
      return;
    }
    const folders = values.folder?.map((path) => ({ id: path, path })) ?? (values.diffs ? [] : standing(values));
    const differing = folders.filter((folder) => !isSame(folder, engines)).map(({ id }) => id);
    if (!values.diffs) {
      process.stdout.write(`${folders.length - differing.length} of ${folders.length} folders are the same\n`);
    }
    if (values.folder === undefined) {
      const diffs = compareDiffs(engines, scratch, values.fixtures);
      process.stdout.write(`${diffs.all - diffs.differing.length} of ${diffs.all} diffs are the same\n`);
      differing.push(...diffs.differing);
    }
    if (differing.length > 0) throw new Error(`the engines differ in ${differing.join(', ')}`);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Runs both engines on mutants of the corpus; results may differ only in what depends on the machine. */
function mutantsParity(seed: number, from: number, count: number, engines: Engines, scratch: string): void {
  const sound = ({ stdout, problem }: Run) => {
    if (problem !== '') throw new Error(problem);
    return stdout;
  };
  const both = (folder: string): [string, string] => {
    const json = ['scan', folder, '--all', '--format', 'json'];
    return [sound(engines.portable(json)), sound(engines.native(json))];
  };
  const { compared, leftOut, differences } = compareMutants(scratch, seed, from, count, both);
  process.stdout.write(`${compared} mutants compared, ${leftOut} left out, ${differences.length} folders differ\n`);
  if (differences.length > 0) throw new Error(`the engines differ:\n${differences.join('')}`);
}

/** The fixtures, and the packages of a corpus unless only fixtures are requested. */
function standing({ large, fixtures }: { large: boolean; fixtures: boolean }): Package[] {
  const own = readdirSync(FIXTURES).map((name) => ({ id: `fixtures/${name}`, path: join(FIXTURES, name) }));
  return [...own, ...(fixtures ? [] : packagesOf(large ? LARGE_CORPUS : CORPUS))];
}

/** @returns whether both engines give the same results for the folder */
function isSame({ id, path }: Package, engines: Engines): boolean {
  const args = ['scan', path, '--all'];
  const same = engines.sameDocument(id, args) && VIEWS.every((view) => engines.sameView(id, args, view));
  if (same) process.stdout.write(`${id}: the same\n`);
  return same;
}
