import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { AnalyzerError } from '@analyzer/contracts';
import type { Engine } from '#parse/engine.ts';
import type { ScanEvent } from '#scan/model.ts';
import type { WorkspaceProject } from './discovery/project.ts';
import { addProject } from './write/add-project.ts';
import { type Rebuild, rebuildIndex } from './write/rebuild.ts';

/** Progress, in order: an optional `waiting`, the scan and one `writing` for each project, and one `grouping`. */
export type IndexEvent =
  | { type: 'waiting' }
  /** `number` from 1 to `total`. */
  | { type: 'scanning'; label: string; number: number; total: number; event: ScanEvent }
  | { type: 'writing'; label: string; number: number; total: number }
  | { type: 'grouping' };

export interface IndexContext {
  /** Path of the index, as the user wrote it. */
  db: string;
  /** It is the default path: any index of this program there is replaced, and a symbolic link is not followed. */
  isDefaultPath?: boolean;
  /** Owned by the caller. It returns token records, which are needed to show differences of copies. */
  engine: Engine;
  /** Time to wait for another process that writes the index. */
  patienceMs?: number;
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string;
  onEvent?: (event: IndexEvent) => void;
  /** Called for each project that could not be scanned; the others are indexed. */
  onFailed?: (project: FailedProject) => void;
  /** Called before the first and after the last project; throws if the folder of the index was replaced. */
  requireUnchanged?: () => void;
  /** The engine should have the same signal. */
  signal?: AbortSignal;
}

/** A project that could not be scanned because of its folder or its `.analyzerignore`. */
export interface FailedProject {
  label: string;
  error: AnalyzerError;
}

const PATIENCE_MS = 10_000;

/**
 * Indexes projects and the functions that they share. The earlier index is replaced at the end, atomically. Only the
 * facts of one project are in memory at a time.
 *
 * @param projects by label, from discovery or a workspace file
 * @returns the snapshot id, which depends only on the projects' content, names and options
 * @throws {AnalyzerError} `unusable_index`, `busy`, `output_failed`, `cancelled`; errors of a scan if no project
 *   could be scanned
 */
export function indexWorkspace(projects: readonly WorkspaceProject[], context: IndexContext): Promise<string> {
  const { db, isDefaultPath = false, engine, patienceMs = PATIENCE_MS, cacheDir, onEvent, signal } = context;
  let first: AnalyzerError | undefined;
  let indexed = 0;
  const fill = async (rebuild: Rebuild): Promise<void> => {
    context.requireUnchanged?.();
    for (const [index, project] of projects.entries()) {
      const position = { label: project.label, number: index + 1, total: projects.length };
      const error = await addProject(rebuild, project, {
        own: filesOfIndex(db, project.root),
        cacheDir,
        onScan: (event) => onEvent?.({ type: 'scanning', ...position, event }),
        onWriting: () => onEvent?.({ type: 'writing', ...position }),
        signal,
      });
      if (error === undefined) indexed++;
      else {
        first ??= error;
        context.onFailed?.({ label: project.label, error });
      }
    }
    // The earlier index remains.
    if (first !== undefined && indexed === 0) throw first;
    context.requireUnchanged?.();
  };
  const onWaiting = () => onEvent?.({ type: 'waiting' });
  const onGrouping = () => onEvent?.({ type: 'grouping' });
  return rebuildIndex(db, { engine, isDefaultPath, patienceMs, onWaiting, onGrouping, signal }, fill);
}

/** Suffixes of the index, its temporary files, and files of earlier versions. */
const FILES = ['', '-new', '-lock', '-wal', '-shm'];

/** The files of an index, as paths relative to a project's root; empty if it is elsewhere. */
function filesOfIndex(db: string, root: string): string[] {
  const location = join(realpathSync(dirname(resolve(db))), basename(db));
  const below = relative(realpathSync(root), location).split(sep).join('/');
  return below.startsWith('../') ? [] : FILES.map((ending) => below + ending);
}
