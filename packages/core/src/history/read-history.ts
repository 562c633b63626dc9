import type { Engine } from '#parse/engine.ts';
import type { ScanOptions } from '#scan/model.ts';
import { readCommits } from '#tree/git/commit-texts.ts';
import { firstParents } from '#tree/git/first-parents.ts';
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
/** Of the files of parsed languages. */
const MAX_MISSING_PERCENT = 5;

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
  let before: { counted: CountedCopies; missing: string } | undefined;
  let withoutFiles = 0;
  for (const [at, { it, commits }] of chosen.entries()) {
    onEvent?.({ type: 'step', done: at, all: chosen.length });
    await pause(signal);
    const state = await reader.next(it);
    if (lacksTooManyFiles(state)) {
      withoutFiles++;
      continue;
    }
    const { counted, near } = await countStep(reader, state, scan, isNearStep(at, chosen.length, options));
    const missing = [...state.missing].join('\n');
    const { subject = '', committed = 0 } = texts.get(it.commit) ?? {};
    const { files, incomplete, cycles, product, tests } = counted;
    steps.push({
      commit: it.commit,
      date: new Date(committed * 1000).toISOString().replace('.000Z', 'Z'),
      subject,
      ...{ commits, files, incomplete, cycles, product, tests },
      ...(before?.missing === missing && { change: compareSteps(before.counted, counted) }),
      ...(near && { near: { product: nearOf(near, 'product'), tests: nearOf(near, 'tests') } }),
    });
    before = { counted, missing };
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
      ...(reader.missing.size > 0 && { missing_objects: reader.missing.size }),
      ...(withoutFiles > 0 && { without_files: withoutFiles }),
    },
    steps,
    most: mostAdded(steps),
    runtime: { jobs: engine.jobs, wall_ms: Math.round(performance.now() - started), parsed_files: reader.read },
  };
}

/** The share of repeated lines of the others says little then. */
function lacksTooManyFiles({ entries, missing }: StepState): boolean {
  const parsed = entries.filter((it) => it.kind === 'file' && it.facts !== undefined).length;
  return 100 * missing.size > MAX_MISSING_PERCENT * (parsed + missing.size);
}

async function countStep(
  reader: StepReader,
  state: StepState,
  { kinds }: ScanOptions,
  withNear: boolean,
): Promise<{ counted: CountedCopies; near: CountedCopies | undefined }> {
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
