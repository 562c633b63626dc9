import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from '../folders.ts';
import type { Engines } from './engines.ts';
import { unpackReleases } from './releases.ts';

const HISTORY = join(REPOSITORY, 'fixtures/diff/history');

/** Views of a diff besides JSON, and other limits. */
const VIEWS: readonly (readonly string[])[] = [
  ['--detail', 'files'],
  ['--detail', 'declarations'],
  ['--detail', 'full', '--ascii', '--color', 'always'],
  ['--format', 'markdown'],
  ['--format', 'markdown', '--detail', 'full'],
  ['--format', 'sarif'],
  ['--format', 'dot'],
  ['--threshold', '0.3', '--max-pairs', '200'],
];

interface Pair {
  id: string;
  before: string;
  after: string;
  /** Where both engines run. */
  folder?: string;
  /** Whether all formats are compared, or only JSON. */
  everyForm: boolean;
}

/**
 * Diffs the same pairs with both engines: each edit of the shared history, as folders and as revisions of a
 * repository, and, unless only fixtures are requested, two releases each of two real packages.
 *
 * @returns the pairs in which they differ, and how many were compared
 */
export function compareDiffs(
  engines: Engines,
  scratch: string,
  fixtures: boolean,
): { all: number; differing: string[] } {
  const pairs = [...historyPairs(scratch), ...(fixtures ? [] : releasePairs(scratch))];
  const differing = pairs.filter((pair) => !isSame(pair, engines)).map(({ id }) => id);
  return { all: pairs.length, differing };
}

function isSame({ id, before, after, folder, everyForm }: Pair, engines: Engines): boolean {
  const args = ['diff', before, after];
  const views = everyForm ? VIEWS : [];
  const same =
    engines.sameDocument(id, args, folder) && views.every((view) => engines.sameView(id, args, view, folder));
  if (same) process.stdout.write(`${id}: the same\n`);
  return same;
}

function releasePairs(scratch: string): Pair[] {
  return unpackReleases(scratch).map(({ name, before, after }) => ({ id: name, before, after, everyForm: true }));
}

function historyPairs(scratch: string): Pair[] {
  const [all, repository] = [join(scratch, 'history'), join(scratch, 'repository')];
  const names = readdirSync(HISTORY).sort();
  const pairs = names.map((name): Pair => {
    const edit: Record<string, Record<string, string>> = JSON.parse(readFileSync(join(HISTORY, name), 'utf8'));
    const id = name.replace('.json', '');
    for (const side of ['before', 'after']) writeFiles(join(all, side, id), edit[side] ?? {});
    return { id, before: join(all, 'before', id), after: join(all, 'after', id), everyForm: false };
  });
  const [before, after] = [join(all, 'before'), join(all, 'after')];
  commit(before, repository);
  commit(after, repository);
  return [
    ...pairs,
    { id: 'all edits', before, after, everyForm: true },
    { id: 'all edits, as revisions', before: 'HEAD~1:', after: 'HEAD:', folder: repository, everyForm: true },
  ];
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Commits the content of a folder as the next state of a repository. */
function commit(from: string, repository: string): void {
  const git = (...args: string[]) => execFileSync('git', ['-C', repository, ...args], { stdio: 'pipe' });
  mkdirSync(repository, { recursive: true });
  git('init', '-q');
  for (const name of readdirSync(repository)) if (name !== '.git') rmSync(join(repository, name), { recursive: true });
  cpSync(from, repository, { recursive: true });
  git('add', '-A', '-f');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--no-verify', '-m', 'x');
}
