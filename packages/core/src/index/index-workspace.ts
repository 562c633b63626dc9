import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { CacheReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import type { ScanEvent } from '#scan/model.ts';
import type { IdLayout } from './ids/id-layout.ts';
import { KeptIndex } from './kept/kept-index.ts';
import { addProject, type ProjectScan } from './write/add-project.ts';
import type { Removal } from './write/other-projects.ts';
import { type Rebuild, rebuildIndex } from './write/rebuild.ts';

/**
 * Progress, in order: an optional `waiting`; `checking` for each project, if parts are kept; the scan and one `writing` for each
 * project that changed; one `unchanged`, if parts are kept; one `grouping`, unless the earlier index stays; `history` for each
 * project whose history is read.
 */
export type IndexEvent =
  | { type: 'waiting' }
  | { type: 'checking'; label: string; number: number; total: number }
  /** Of `total` projects, this number had not changed. */
  | { type: 'unchanged'; projects: number; total: number; stays: boolean }
  /** Problems with kept parts or the parse cache. */
  | { type: 'cache'; report: CacheReport }
  /** `number` from 1 to `total`. */
  | { type: 'scanning'; label: string; number: number; total: number; event: ScanEvent }
  | { type: 'writing'; label: string; number: number; total: number }
  | { type: 'grouping' }
  /** Its history is read; `number` from 1 to `total`. */
  | { type: 'history'; label: string; number: number; total: number };

export interface IndexContext extends Removal {
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
  /** All that an index depends on besides projects and engine: with it, parts of projects are kept in the cache. */
  program?: string;
  /** Store the history of the projects too: ages of copies and missed changes. */
  readsHistory?: boolean;
  /** URL of the server that gets the index; then an index there can stay. */
  server?: string;
  /** Gives the ids of the index on that server to the same rows. */
  layout?: IdLayout;
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

interface Position {
  label: string;
  number: number;
  total: number;
}

const PATIENCE_MS = 10_000;

/**
 * Indexes projects and the functions that they share. The earlier index is replaced at the end, atomically. Only the
 * facts of one project are in memory at a time.
 *
 * @param projects by label, from discovery or a workspace file
 * @returns the snapshot id, which depends only on the projects' content, names and options
 * @throws {AnalyzerError} `unusable_index`, `other_projects`, `busy`, `output_failed`, `cancelled`; errors of a scan if
 *   no project could be scanned
 */
export async function indexWorkspace(projects: readonly WorkspaceProject[], context: IndexContext): Promise<string> {
  const { db, isDefaultPath = false, engine, patienceMs = PATIENCE_MS, cacheDir, program, onEvent, signal } = context;
  const { layout, readsHistory = false } = context;
  const kept =
    cacheDir === undefined || program === undefined
      ? undefined
      : new KeptIndex({ cacheDir, program, engine, signal, place: context.server ?? db, readsHistory });
  let first: AnalyzerError | undefined;
  let indexed = 0;
  const fill = async (rebuild: Rebuild): Promise<void> => {
    context.requireUnchanged?.();
    const ownOf = ({ root }: WorkspaceProject) => filesOfIndex(db, root);
    if (await kept?.stays(rebuild, projects, ownOf, onEvent)) return;
    for (const [index, project] of projects.entries()) {
      const position = { label: project.label, number: index + 1, total: projects.length };
      const scan: ProjectScan = {
        own: ownOf(project),
        cacheDir,
        onScan: (event) => {
          // No project follows that needs the parser processes.
          if (event.type === 'relating' && position.number === position.total) engine.rest();
          onEvent?.({ type: 'scanning', ...position, event });
        },
        onWriting: () => onEvent?.({ type: 'writing', ...position }),
        signal,
      };
      const error = kept ? await kept.add(rebuild, index, scan) : await addProject(rebuild, project, scan);
      if (error === undefined) indexed++;
      else {
        first ??= error;
        context.onFailed?.({ label: project.label, error });
      }
    }
    // The earlier index remains.
    if (first !== undefined && indexed === 0) throw first;
    context.requireUnchanged?.();
    kept?.finish(onEvent);
  };
  const onWaiting = () => onEvent?.({ type: 'waiting' });
  const onGrouping = () => onEvent?.({ type: 'grouping' });
  const onReplaced = (id: string) => kept?.record(id) ?? Promise.resolve();
  try {
    const labels = projects.map(({ label }) => label);
    const history = readsHistory ? { onProject: (its: Position) => onEvent?.({ type: 'history', ...its }) } : undefined;
    const replacing = { isDefaultPath, mayRemoveProjects: context.mayRemoveProjects, labels, onReplaced };
    return await rebuildIndex(
      db,
      { engine, layout, patienceMs, onWaiting, onGrouping, history, signal, ...replacing },
      fill,
    );
  } finally {
    kept?.close(onEvent);
  }
}

/** Suffixes of the index, its temporary files, and files of earlier versions. */
const FILES = ['', '-new', '-lock', '-wal', '-shm'];

/** The files of an index, as paths relative to a project's root; empty if it is elsewhere. */
function filesOfIndex(db: string, root: string): string[] {
  const location = join(realpathSync(dirname(resolve(db))), basename(db));
  const below = relative(realpathSync(root), location).split(sep).join('/');
  return below.startsWith('../') ? [] : FILES.map((ending) => below + ending);
}
