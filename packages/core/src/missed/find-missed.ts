import type { Engine } from '#parse/engine.ts';
import { classOf } from '#scan/file-classes.ts';
import { listProject } from '#scan/list-project.ts';
import type { FileEntry, ScanOptions } from '#scan/model.ts';
import { readEntries } from '#scan/read-entries.ts';
import { type CommitText, readCommits } from '#tree/git/commit-texts.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { type HistoryCommit, readHistory } from '#tree/git/history.ts';
import { runGit } from '#tree/git/run-git.ts';
import { GitAttributes } from '#tree/gitignore/git-attributes.ts';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';
import { pause } from '#tree/pause.ts';
import { type ChangedFile, CommitSearch, type Today } from './commit-search.ts';
import { Contents, type Version } from './contents.ts';
import { describeFindings, type FoundInCommit } from './describe.ts';
import { type Missed, type MissedEvent, type MissedOptions, nothingLeftOut } from './model.ts';
import { PathsToday } from './paths-today.ts';
import type { Statements } from './statements.ts';
import { Vocabulary } from './vocabulary.ts';

export interface MissedContext {
  /** Owned by the caller. */
  engine: Engine;
  onEvent?: (event: MissedEvent) => void;
  signal?: AbortSignal;
}

/** Commits whose files are parsed together. */
const COMMITS_AT_ONCE = 32;
/** Decides about the mode of other files. */
const PACKAGE = 'package.json';

/**
 * Finds changes that did not reach the copies of the changed code (docs/specifications/missed.md), from the objects of a
 * repository alone.
 *
 * @param tree a folder at a commit, owned by the caller
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`; errors of the engine
 */
export async function findMissed(
  tree: GitTree,
  options: MissedOptions,
  scan: ScanOptions,
  { engine, onEvent, signal }: MissedContext,
): Promise<Missed> {
  const started = performance.now();
  onEvent?.({ type: 'history' });
  const { repository, revision } = tree;
  const range = {
    isWanted: isParsed,
    limit: options.commits,
    ...(options.since !== undefined && { since: options.since }),
  };
  const history = await readHistory(repository, revision.object, range, signal);
  const leftOut = nothingLeftOut();
  const vocabulary = new Vocabulary();
  const { today, contents } = await readToday(tree, options, scan, vocabulary, { engine, onEvent, signal });
  const search = new CommitSearch(today, vocabulary, leftOut);
  const changed = changedFiles(history.commits, today);
  const found = await searchCommits(tree, history.commits, changed, search, contents, { onEvent, signal });
  const texts = await readCommits(repository.folder, [revision.object, ...found.map(({ commit }) => commit)], signal);
  const described = await describeFindings(found, {
    options,
    vocabulary,
    together: changed.map((files) => new Set(files.map((file) => file.today))),
    textOf: (commit): CommitText => texts.get(commit) ?? { subject: '', author: '', committed: 0 },
    newest: revision.object,
    contents,
    versionOf: (path) => contents.todayOf(path),
  });
  leftOut.unparsed_files = contents.unparsed.size;
  leftOut.missing_objects = contents.missing.size;
  for (const { otherChanges } of history.commits) leftOut.other_changes += otherChanges;
  return {
    engine: engine.name,
    root: tree.name,
    revision,
    options,
    scan,
    ...described,
    left_out: leftOut,
    history: {
      commits: history.commits.filter(({ changes }) => changes.some(({ before, after }) => before !== after)).length,
      seen: history.seen,
      hunks: search.hunks,
      is_cut: history.isCut,
      is_shallow: history.isShallow,
      without_renames: history.withoutRenames,
    },
    runtime: {
      jobs: engine.jobs,
      wall_ms: Math.round(performance.now() - started),
      files: today.paths.length,
      parsed_versions: contents.parsed,
    },
  };
}

/** The files of the tree that can have copies, and their contents. */
async function readToday(
  tree: GitTree,
  { without }: MissedOptions,
  scan: ScanOptions,
  vocabulary: Vocabulary,
  {
    engine,
    onEvent,
    signal,
  }: Pick<MissedContext, 'engine'> & {
    onEvent: MissedContext['onEvent'];
    signal: AbortSignal | undefined;
  },
): Promise<{ today: Today; contents: TodayContents }> {
  const { found, excluded } = await listProject(tree, scan, { ...(signal && { signal }) });
  const attributes = await GitAttributes.read(tree, [...found, ...excluded]);
  const wanted = found.filter(({ path }) => isParsed(path));
  const packages = found.filter(({ path, kind }) => kind === 'file' && lastName(path) === PACKAGE);
  onEvent?.({ type: 'files', files: wanted.length });
  const reading = { engine, outcomes: new Map(), maxBytes: scan.max_bytes, roles: scan, attributes, elements: true };
  const entries = await readEntries(tree, [...wanted, ...packages], { ...reading, signal });
  const contents = new TodayContents(tree, packages, { engine, options: scan, vocabulary, signal });
  const files = entries.filter((entry): entry is FileEntry => entry.kind === 'file' && isParsed(entry.path));
  const paths: string[] = [];
  const statements: Statements[] = [];
  for (const file of files) {
    const object = tree.objectOf(file.path);
    if (object === undefined || classOf(file, without) !== undefined) continue;
    const its = contents.addToday({ path: file.path, object }, file);
    if (its === undefined) continue;
    paths.push(file.path);
    statements.push(its);
  }
  return { today: { paths, statements, numbers: new Map(paths.map((path, at) => [path, at])) }, contents };
}

/** Also knows which versions are those of today. */
class TodayContents extends Contents {
  readonly #today = new Map<string, Version>();

  addToday(version: Version, entry: FileEntry): Statements | undefined {
    this.#today.set(version.path, version);
    return this.add(version, entry);
  }

  todayOf(path: string): Version | undefined {
    return this.#today.get(path);
  }
}

/** By commit: the changed files that exist today. */
function changedFiles(commits: readonly HistoryCommit[], today: Today): ChangedFile[][] {
  const paths = new PathsToday();
  return commits.map(({ changes }) => {
    const files = changes.flatMap(({ from, path, before, after }): ChangedFile[] => {
      const its = paths.today(path);
      if (before === after || !today.numbers.has(its)) return [];
      return [{ before: { path: from, object: before }, after: { path, object: after }, today: its }];
    });
    for (const { from, path } of changes) paths.goBefore(from, path);
    return files;
  });
}

async function searchCommits(
  tree: GitTree,
  commits: readonly HistoryCommit[],
  changed: readonly ChangedFile[][],
  search: CommitSearch,
  contents: Contents,
  { onEvent, signal }: { onEvent: MissedContext['onEvent']; signal: AbortSignal | undefined },
): Promise<FoundInCommit[]> {
  const found: FoundInCommit[] = [];
  const paths = new PathsToday();
  for (let start = 0; start < commits.length; start += COMMITS_AT_ONCE) {
    onEvent?.({ type: 'commits', done: start, all: commits.length });
    await pause(signal);
    const files = changed.slice(start, start + COMMITS_AT_ONCE);
    await contents.load(files.flat().flatMap(({ before, after }) => [before, after]));
    const wanted: (FoundInCommit & { targets: Version[] })[] = [];
    for (const [at, its] of files.entries()) {
      const { commit = '', changes = [] } = commits[start + at] ?? {};
      const { candidates, hunks } = search.candidates(its, contents);
      // The object is not known yet.
      const targets = candidates.map(({ target }) => ({ path: paths.former(target), object: '' }));
      if (candidates.length > 0) wanted.push({ commit, number: start + at, hunks, candidates, targets });
      for (const { from, path } of changes) paths.goBefore(from, path);
    }
    await findObjects(tree, wanted, signal);
    await contents.load(wanted.flatMap(({ targets }) => targets.filter(({ object }) => object !== '')));
    for (const { targets, ...it } of wanted) {
      const candidates = search.atTheTime(it.candidates, targets, contents);
      if (candidates.length > 0) found.push({ ...it, candidates });
    }
  }
  return found;
}

/** Adds the objects of the targets of each commit; a target that the commit does not have keeps none. */
async function findObjects(
  tree: GitTree,
  wanted: readonly { commit: string; targets: Version[] }[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { folder, below } = tree.repository;
  const prefix = below === '' ? '' : `${below}/`;
  // A line of the request ends with a line feed.
  const all = wanted.flatMap(({ commit, targets }) => targets.map((target) => ({ commit, target })));
  const asked = all.filter(({ target }) => !target.path.includes('\n'));
  if (asked.length === 0) return;
  const request = asked.map(({ commit, target }) => `${commit}:${prefix}${target.path}\n`).join('');
  const { stdout } = await runGit(folder, ['cat-file', '--batch-check'], signal, request);
  const lines = stdout.toString().split('\n');
  for (const [at, { target }] of asked.entries()) {
    target.object = /^([0-9a-f]+) blob \d+$/.exec(lines[at] ?? '')?.[1] ?? '';
  }
}

/** Whether a file is of a parsed language by its name. */
function isParsed(path: string): boolean {
  return kindOfName(lastName(path))?.parsed === true;
}
