import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import { cacheFailure } from '#parse/cache/failure.ts';
import { addIssue, type CacheReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import { cachePathBelow } from '#scan/cache-folder.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { type PartContent, readPart } from '../part/append-part.ts';
import { PART_VERSIONS } from '../part/part-versions.ts';
import { writePart } from '../part/write-part.ts';
import { isSqliteError, isSystemError } from '../sqlite/failure.ts';
import { addProject, type ProjectScan } from '../write/add-project.ts';
import type { KeptFrames } from '../write/project-writer.ts';
import type { Rebuild } from '../write/rebuild.ts';
import { PartSpace } from './part-space.ts';
import { FrameRecorder, keptFrames } from './project-frames.ts';
import { type ProjectState, readStamp, readState, type StateContext } from './project-state.ts';

export interface KeptContext {
  /** Folder of the parse cache, as the user wrote it. */
  cacheDir: string;
  /** All that the rows of an index depend on besides the projects and the engine: the code of this program. */
  program: string;
  /** Owned by the caller. It returns token records. */
  engine: Engine;
  signal?: AbortSignal | undefined;
}

/** The state is undefined if it is not known that rows of the project are of one state. */
export type CheckedProject = WorkspaceProject & { state: ProjectState | undefined };

/** How a project was added. */
export type Added = 'taken' | 'scanned' | AnalyzerError;

/** Frames that are kept report no progress. */
export const QUIET = { onScan: () => undefined, onWriting: () => undefined };

/** The facts of files are kept too for a project with a larger share of all bytes: to parse it again costs too much. */
const SHARE_WITHOUT_FACTS = 1 / 8;

/**
 * Adds projects to an index: unchanged ones from the parts of earlier runs, which are in the folder of the parse cache, and
 * others from scans, whose parts are kept there.
 */
export class KeptProjects {
  readonly space: PartSpace;
  /** All that the rows of an index depend on besides its projects. */
  readonly versions: string;
  readonly #context: KeptContext;
  /** For parts that are not compressed. */
  readonly #folder: WorkFolder | undefined;
  #number = 0;
  /** Of all checked projects. */
  #bytes = 0;
  #hasRoom: boolean;

  constructor(context: KeptContext) {
    const { cacheDir } = context;
    this.#context = context;
    this.versions = versionsOf(context);
    this.space = new PartSpace(cacheDir, this.versions);
    this.#folder = openFolder(this.space.report());
    this.#hasRoom = this.#folder !== undefined;
  }

  /** Reads and hashes the files of a project. */
  async check(project: WorkspaceProject, own: readonly string[]): Promise<CheckedProject> {
    try {
      const state = await readState(project, this.#stateContext(own));
      this.#bytes += state.bytes;
      return { ...project, state };
    } catch (error) {
      if (error instanceof AnalyzerError && error.code !== 'cancelled') return { ...project, state: undefined };
      throw error;
    }
  }

  /** @throws {AnalyzerError} errors that affect more than one project */
  async add(rebuild: Rebuild, project: CheckedProject, scan: ProjectScan): Promise<Added> {
    const { state } = project;
    if (this.#folder === undefined) return this.#addWithoutPart(rebuild, project, scan);
    const path = join(this.#folder.path, `${this.#number++}`);
    try {
      const kept = state && (await this.#take(project, state, path));
      if (kept === undefined) return await this.#scan(rebuild, project, path, scan);
      for (const problem of state?.gitProblems ?? []) scan.onScan({ type: 'git-problem', ...problem });
      if ('frames' in kept) return await this.#addFrames(rebuild, project, { ...scan, ...QUIET, kept });
      await rebuild.addPart({ path, root: project.root, content: kept });
      return 'taken';
    } finally {
      rmSync(path, { force: true });
    }
  }

  report(): CacheReport {
    return this.space.report();
  }

  close(): void {
    this.#folder?.remove();
  }

  /** @returns undefined if no part of the project in this state is kept; then there is no file */
  async #take(
    project: WorkspaceProject,
    state: ProjectState,
    path: string,
  ): Promise<PartContent | KeptFrames | undefined> {
    if (!this.#hasRoom) return undefined;
    try {
      if (!(await this.space.take(nameOf(project), state.digest, path, this.#context.signal))) return undefined;
    } catch (error) {
      // The folder for temporary files is full. A scan needs less space there.
      if (!isSystemError(error)) throw error;
      this.#hasRoom = false;
      return undefined;
    }
    const isOwn = ({ label, options }: Pick<WorkspaceProject, 'label' | 'options'>) =>
      label === project.label && JSON.stringify(options) === JSON.stringify(project.options);
    if (hasFrames(this.#context)) {
      const frames = keptFrames(path);
      if (frames !== undefined && isOwn(frames.project)) return frames;
    } else {
      const content = await readPart(path).catch((error: unknown) => {
        if (error instanceof AnalyzerError || isSqliteError(error)) return undefined;
        throw error;
      });
      if (content !== undefined && isOwn({ ...content.identity, options: content.options })) return content;
    }
    this.space.distrust('a part is of another project');
    rmSync(path, { force: true });
    return undefined;
  }

  /** @throws {AnalyzerError} `unreadable` for frames that no engine wrote, although their digest is right */
  async #addFrames(rebuild: Rebuild, project: CheckedProject, scan: ProjectScan): Promise<Added> {
    try {
      return (await addProject(rebuild, project, scan)) ?? 'taken';
    } catch (error) {
      if (error instanceof AnalyzerError && error.code !== 'internal') throw error;
      const { cacheDir } = this.#context;
      const reason = `it keeps a part of ${project.label} that this program did not write`;
      throw new AnalyzerError('unreadable', { path: cacheDir, reason }, { hint: 'Remove it, and index again.' });
    }
  }

  async #addWithoutPart(rebuild: Rebuild, project: CheckedProject, scan: ProjectScan): Promise<Added> {
    project.state = undefined;
    return (await addProject(rebuild, project, scan)) ?? 'scanned';
  }

  async #scan(rebuild: Rebuild, project: CheckedProject, path: string, scan: ProjectScan): Promise<Added> {
    const { state } = project;
    if (state === undefined || !this.#hasRoom) return this.#addWithoutPart(rebuild, project, scan);
    project.state = undefined;
    const { engine } = this.#context;
    const cacheDir = this.#needsFacts(project, state) ? scan.cacheDir : undefined;
    if (hasFrames(this.#context)) {
      const recorder = new FrameRecorder(path, project);
      const { record } = recorder;
      const error = await addProject(rebuild, project, { ...scan, cacheDir, record }).finally(() => recorder.close());
      if (error !== undefined) return error;
      this.#hasRoom = !recorder.isFull;
      if (recorder.isComplete) await this.#keep(project, state, path, scan);
      return 'scanned';
    }
    const part = await writePart(path, project, engine, { ...scan, cacheDir }).catch((error: unknown) => {
      if (!isSqliteError(error) && !isSystemError(error)) throw error;
      this.#hasRoom = false;
      return undefined;
    });
    if (part === undefined) return this.#addWithoutPart(rebuild, project, scan);
    if (part instanceof AnalyzerError) return part;
    if (part.isRepeatable) await this.#keep(project, state, path, scan);
    await rebuild.addPart({ path, root: project.root, content: part.content });
    return 'scanned';
  }

  /** The part of a project that was changed meanwhile is of no known state. */
  async #keep(project: CheckedProject, state: ProjectState, path: string, { own }: ProjectScan): Promise<void> {
    if (!(await this.#isStill(project, state, own))) return;
    await this.space.keep(nameOf(project), state.digest, path, this.#context.signal);
    project.state = state;
  }

  /** Whether the scan uses the parse cache besides the part: not where an engine scans one of many projects completely. */
  #needsFacts({ root }: WorkspaceProject, { bytes }: ProjectState): boolean {
    const { engine, cacheDir } = this.#context;
    if (engine.wholeProject === undefined || bytes > this.#bytes * SHARE_WITHOUT_FACTS) return true;
    // The scan excludes the folder only if it knows it.
    return cachePathBelow(root, cacheDir) !== undefined;
  }

  async #isStill(project: WorkspaceProject, { stamp }: ProjectState, own: readonly string[]): Promise<boolean> {
    try {
      return (await readStamp(project, this.#stateContext(own))) === stamp;
    } catch (error) {
      if (error instanceof AnalyzerError && error.code !== 'cancelled') return false;
      throw error;
    }
  }

  #stateContext(own: readonly string[]): StateContext {
    const { cacheDir, signal } = this.#context;
    return { own, cacheDir, signal };
  }
}

/** @returns undefined if the system does not allow it, which the report then says */
function openFolder(report: CacheReport): WorkFolder | undefined {
  try {
    WorkFolder.removeAbandoned('parts');
    return new WorkFolder('parts');
  } catch (error) {
    const { reason } = cacheFailure(error);
    report.errors++;
    addIssue(report, `no folder for temporary files: ${reason}`);
    return undefined;
  }
}

/** Parts are frames of the engine (`project-frames.ts`), not rows (`part/part-file.ts`). */
export function hasFrames({ engine }: Pick<KeptContext, 'engine'>): boolean {
  return engine.wholeProject !== undefined;
}

/** All that parts depend on besides their projects. */
export function versionsOf({ program, engine }: Pick<KeptContext, 'program' | 'engine'>): string {
  return JSON.stringify([PART_VERSIONS, program, engine.name, engine.versions()]);
}

/** Of the kept part: one for each project at its place. */
export function nameOf({ root, label }: Pick<WorkspaceProject, 'root' | 'label'>): string {
  return JSON.stringify([root, label]);
}
