import type { Engine } from '#parse/engine.ts';
import type { ScanOptions } from '#scan/model.ts';
import { readCommits } from '#tree/git/commit-texts.ts';
import { type FirstParent, firstParents } from '#tree/git/first-parents.ts';
import type { GitTree } from '#tree/git/git-tree.ts';
import { pause } from '#tree/pause.ts';
import { chooseSteps } from './choose-steps.ts';
import { compareSteps } from './compare-steps.ts';
import { type CountedCopies, countCopies } from './count-copies.ts';
import type { CopyHistory, HistoryEvent, HistoryOptions, HistoryStep } from './model.ts';
import { mostAdded } from './most-added.ts';
import { StepReader, type StepState } from './read-step.ts';

export interface HistoryContext {
  /** Owned by the caller. */
  engine: Engine;
  onEvent?: (event: HistoryEvent) => void;
  signal?: AbortSignal;
}

/** Of `some` steps with groups of the kind `near`, besides both ends. */
const NEAR_EVERY = 10;

/**
 * Counts the copies of a folder at commits of the first-parent line, from the objects of a repository alone.
 *
 * @param tree a folder at a commit, owned by the caller
 * @throws {AnalyzerError} `not_found`, `unreadable`, `usage`, `cancelled`; errors of the engine
 */
export async function readCopyHistory(
  tree: GitTree,
  options: HistoryOptions,
  scan: ScanOptions,
  { engine, onEvent, signal }: HistoryContext,
): Promise<CopyHistory> {
  const started = performance.now();
  onEvent?.({ type: 'commits' });
  const { repository, revision } = tree;
  const line = await firstParents(repository, revision.object, options.since, signal);
  const chosen = chooseSteps(line.commits, options.every, options.limit);
  const texts = await readCommits(
    repository.folder,
    chosen.map(({ it }) => it.commit),
    signal,
  );
  const reader = new StepReader(tree, scan, { engine, signal });
  const steps: HistoryStep[] = [];
  let before: CountedCopies | undefined;
  for (const [at, { it, commits }] of chosen.entries()) {
    onEvent?.({ type: 'step', done: at, all: chosen.length });
    await pause(signal);
    const { counted, near } = await countStep(reader, it, scan, isNearStep(at, chosen.length, options));
    const { subject = '', committed = 0 } = texts.get(it.commit) ?? {};
    const { files, incomplete, cycles, product, tests } = counted;
    steps.push({
      commit: it.commit,
      date: new Date(committed * 1000).toISOString().replace('.000Z', 'Z'),
      subject,
      ...{ commits, files, incomplete, cycles, product, tests },
      ...(before && { change: compareSteps(before, counted) }),
      ...(near && { near: { product: nearOf(near, 'product'), tests: nearOf(near, 'tests') } }),
    });
    before = counted;
  }
  return {
    engine: engine.name,
    root: tree.name,
    revision,
    options,
    scan,
    history: {
      seen: line.seen,
      commits: line.commits.length,
      without_folder: line.withoutFolder,
      is_shallow: line.isShallow,
    },
    steps,
    most: mostAdded(steps),
    runtime: { jobs: engine.jobs, wall_ms: Math.round(performance.now() - started), parsed_files: reader.read },
  };
}

async function countStep(
  reader: StepReader,
  commit: FirstParent,
  { kinds }: ScanOptions,
  withNear: boolean,
): Promise<{ counted: CountedCopies; near: CountedCopies | undefined }> {
  const state: StepState = await reader.next(commit);
  const others = kinds.filter((kind) => kind !== 'near');
  if (!withNear || kinds.length === others.length) {
    return { counted: countCopies(await reader.relate(state, others)), near: undefined };
  }
  const scan = await reader.relate(state, kinds);
  return { counted: countCopies(reader.withKinds(scan, others)), near: countCopies(scan) };
}

function isNearStep(at: number, steps: number, { near }: HistoryOptions): boolean {
  const isEnd = at === 0 || at === steps - 1;
  return near === 'all' || (near === 'some' && (isEnd || at % NEAR_EVERY === 0));
}

function nearOf(counted: CountedCopies, files: 'product' | 'tests') {
  const { repeated, groups } = counted[files];
  return { repeated, groups };
}
