import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import { cacheFailure } from '#parse/cache/failure.ts';
import { addIssue, type CacheReport } from '#parse/cache/report.ts';
import type { Engine } from '#parse/engine.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { readPart } from '../part/append-part.ts';
import { PART_VERSIONS } from '../part/part-versions.ts';
import { writePart } from '../part/write-part.ts';
import { isSqliteError, isSystemError } from '../sqlite/failure.ts';
import { addProject, type ProjectScan } from '../write/add-project.ts';
import type { Rebuild } from '../write/rebuild.ts';
import { PartSpace } from './part-space.ts';
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
      return { ...project, state: await readState(project, this.#stateContext(own)) };
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
      if (state !== undefined && (await this.#take(project, state, path))) {
        for (const problem of state.gitProblems) scan.onScan({ type: 'git-problem', ...problem });
        await rebuild.addPart({ path, root: project.root });
        return 'taken';
      }
      return await this.#scan(rebuild, project, path, scan);
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

  /** @returns whether the file is the part of the project in this state */
  async #take(project: WorkspaceProject, state: ProjectState, path: string): Promise<boolean> {
    if (!this.#hasRoom) return false;
    try {
      if (!(await this.space.take(nameOf(project), state.digest, path, this.#context.signal))) return false;
    } catch (error) {
      // The folder for temporary files is full. A scan needs less space there.
      if (!isSystemError(error)) throw error;
      this.#hasRoom = false;
      return false;
    }
    const isOwn = await readPart(path).then(
      ({ identity, options }) =>
        identity.label === project.label && JSON.stringify(options) === JSON.stringify(project.options),
      (error: unknown) => {
        if (error instanceof AnalyzerError || isSqliteError(error)) return false;
        throw error;
      },
    );
    if (!isOwn) {
      this.space.distrust('a part is of another project');
      rmSync(path, { force: true });
    }
    return isOwn;
  }

  async #addWithoutPart(rebuild: Rebuild, project: CheckedProject, scan: ProjectScan): Promise<Added> {
    project.state = undefined;
    return (await addProject(rebuild, project, scan)) ?? 'scanned';
  }

  async #scan(rebuild: Rebuild, project: CheckedProject, path: string, scan: ProjectScan): Promise<Added> {
    const { state } = project;
    if (state === undefined || !this.#hasRoom) return this.#addWithoutPart(rebuild, project, scan);
    project.state = undefined;
    const part = await writePart(path, project, this.#context.engine, scan).catch((error: unknown) => {
      if (!isSqliteError(error)) throw error;
      this.#hasRoom = false;
      return undefined;
    });
    if (part === undefined) return this.#addWithoutPart(rebuild, project, scan);
    if (part instanceof AnalyzerError) return part;
    // The part of a project that was changed meanwhile is of no known state.
    if (part.isRepeatable && (await this.#isStill(project, state, scan.own))) {
      await this.space.keep(nameOf(project), state.digest, path, this.#context.signal);
      project.state = state;
    }
    await rebuild.addPart({ path, root: project.root });
    return 'scanned';
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

/** All that parts depend on besides their projects. */
export function versionsOf({ program, engine }: Pick<KeptContext, 'program' | 'engine'>): string {
  return JSON.stringify([PART_VERSIONS, program, engine.name, engine.versions()]);
}

/** Of the kept part: one for each project at its place. */
export function nameOf({ root, label }: Pick<WorkspaceProject, 'root' | 'label'>): string {
  return JSON.stringify([root, label]);
}
