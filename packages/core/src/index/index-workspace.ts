import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { AnalyzerError, type ErrorCode } from '@analyzer/contracts';
import type { Engine } from '#parse/engine.ts';
import { snapshotId } from '#render/snapshot-id.ts';
import type { ScanEvent } from '#scan/model.ts';
import { scan } from '#scan/scan.ts';
import type { WorkspaceProject } from './discovery/project.ts';
import { type Rebuild, rebuildIndex } from './write/rebuild.ts';

/** Progress, in order: perhaps one `waiting`, for each project its scan and one `writing`, at last one `grouping`. */
export type IndexEvent =
  | { type: 'waiting' }
  /** `number` of `total`, from 1. */
  | { type: 'scanning'; label: string; number: number; total: number; event: ScanEvent }
  | { type: 'writing'; label: string; number: number; total: number }
  | { type: 'grouping' };

export interface IndexContext {
  /** Path of the index, as the user wrote it. */
  db: string;
  /** Nobody named that path: any index of this program there is replaced, a link is not followed. */
  isDefaultPath?: boolean;
  /** One that hands out token records, without which no differences of copies can be shown. It stays open. */
  engine: Engine;
  /** How long to wait for another process that is writing there. */
  patienceMs?: number;
  /** Folder of the engine's parse cache, as a person wrote it. */
  cacheDir?: string;
  onEvent?: (event: IndexEvent) => void;
  /** Called for each project that could not be scanned; the others are indexed. */
  onFailed?: (project: FailedProject) => void;
  /** Called before the first project and after the last one; throws when the folder of the index was replaced. */
  requireUnchanged?: () => void;
  /** Best given to the engine too. */
  signal?: AbortSignal;
}

/** A project that could not be scanned, for a reason of its own: its folder or its `.analyzerignore`. */
export interface FailedProject {
  label: string;
  error: AnalyzerError;
}

const PATIENCE_MS = 10_000;
/** Errors of one project. */
const OF_A_PROJECT: ReadonlySet<ErrorCode> = new Set(['usage', 'not_found', 'unreadable']);

/**
 * Indexes projects: what is in them and which functions they share. What the index held before is replaced at the very
 * end, all at once, or not at all. One project's facts at a time are in memory.
 *
 * @param projects by label, as discovery or a workspace file gives them
 * @returns the snapshot id, which depends on nothing but the projects' content, names and options
 * @throws {AnalyzerError} `unusable_index`, `busy`, `output_failed`, `cancelled`; what a scan throws,
 *   where no project could be scanned
 */
export function indexWorkspace(projects: readonly WorkspaceProject[], context: IndexContext): Promise<string> {
  const { db, isDefaultPath = false, engine, patienceMs = PATIENCE_MS, cacheDir, onEvent, signal } = context;
  let first: AnalyzerError | undefined;
  let indexed = 0;
  const fill = async (rebuild: Rebuild): Promise<void> => {
    context.requireUnchanged?.();
    for (const [index, project] of projects.entries()) {
      const { label, root, options } = project;
      const place = { label, number: index + 1, total: projects.length };
      const own = filesOfIndex(db, root);
      const onScan = (event: ScanEvent) => onEvent?.({ type: 'scanning', ...place, event });
      const onWriting = () => onEvent?.({ type: 'writing', ...place });
      if (cacheDir === undefined && (await rebuild.addWhole(project, { options, own, onScan, onWriting }))) {
        indexed++;
        continue;
      }
      const result = await scan(root, options, {
        engine: rebuild.engine,
        ownOutput: own,
        onEvent: onScan,
        ...(cacheDir !== undefined && { cacheDir }),
        ...(signal && { signal }),
      }).catch(asFailed);
      if (result instanceof AnalyzerError) {
        first ??= result;
        context.onFailed?.({ label, error: result });
        continue;
      }
      onWriting();
      await rebuild.add(project, result, await snapshotId(result, signal));
      indexed++;
    }
    // The earlier index stays.
    if (first !== undefined && indexed === 0) throw first;
    context.requireUnchanged?.();
  };
  const onWaiting = () => onEvent?.({ type: 'waiting' });
  const onGrouping = () => onEvent?.({ type: 'grouping' });
  return rebuildIndex(db, { engine, isDefaultPath, patienceMs, onWaiting, onGrouping, signal }, fill);
}

/** @throws an error that is not of one project alone */
function asFailed(error: unknown): AnalyzerError {
  if (error instanceof AnalyzerError && OF_A_PROJECT.has(error.code)) return error;
  throw error;
}

/** Endings of the index, the files beside it while it is written, and those that earlier versions left there. */
const FILES = ['', '-new', '-lock', '-wal', '-shm'];

/** The files of an index, as paths below a project's root; none when it lies elsewhere. */
function filesOfIndex(db: string, root: string): string[] {
  const location = join(realpathSync(dirname(resolve(db))), basename(db));
  const below = relative(realpathSync(root), location).split(sep).join('/');
  return below.startsWith('../') ? [] : FILES.map((ending) => below + ending);
}
