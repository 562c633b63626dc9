import type { AnalyzerError } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import type { CacheReport } from '#parse/cache/report.ts';
import type { ProjectScan } from '../write/add-project.ts';
import type { Rebuild } from '../write/rebuild.ts';
import { EarlierIndex } from './earlier-index.ts';
import { type CheckedProject, type KeptContext, KeptProjects } from './kept-projects.ts';

export type KeptEvent =
  | { type: 'checking'; label: string; number: number; total: number }
  | { type: 'unchanged'; projects: number; total: number; stays: boolean }
  | {
      type: 'scanning';
      label: string;
      number: number;
      total: number;
      event: { type: 'git-problem'; path: string; reason: string };
    }
  | { type: 'cache'; report: CacheReport };

type Listener = ((event: KeptEvent) => void) | undefined;

/** An index that is written again: what did not change is taken over. */
export class KeptIndex {
  readonly #projects: KeptProjects;
  readonly #earlier: EarlierIndex;
  readonly #signal: AbortSignal | undefined;
  readonly #readsHistory: boolean;
  #checked: CheckedProject[] = [];
  #taken = 0;

  /**
   * @param context `place`: path of the index, as the user wrote it, or the URL of a server; `readsHistory`: the history of the
   *   projects is read, which can differ for the same projects
   */
  constructor({ place, readsHistory, ...context }: KeptContext & { place: string; readsHistory: boolean }) {
    this.#projects = new KeptProjects(context);
    // An index with a history is not what a run without one writes.
    const { versions } = this.#projects;
    this.#earlier = new EarlierIndex(this.#projects.space, readsHistory ? `${versions} history` : versions, place);
    this.#signal = context.signal;
    this.#readsHistory = readsHistory;
  }

  /**
   * Reads the state of all projects.
   *
   * @returns whether the earlier index stays, because it has the same projects
   */
  async stays(
    rebuild: Rebuild,
    projects: readonly WorkspaceProject[],
    ownOf: (project: WorkspaceProject) => string[],
    onEvent: Listener,
  ): Promise<boolean> {
    const total = projects.length;
    for (const [index, project] of projects.entries()) {
      onEvent?.({ type: 'checking', label: project.label, number: index + 1, total });
      this.#checked.push(await this.#projects.check(project, ownOf(project)));
    }
    const path = this.#earlier.path();
    if (path !== undefined) rebuild.takeFrom(path);
    if (this.#readsHistory) return false;
    const id = await this.#earlier.snapshotOf(this.#checked, this.#signal);
    if (id === undefined) return false;
    for (const [index, { label, state }] of this.#checked.entries()) {
      for (const problem of state?.gitProblems ?? []) {
        onEvent?.({ type: 'scanning', label, number: index + 1, total, event: { type: 'git-problem', ...problem } });
      }
    }
    rebuild.stay(id);
    onEvent?.({ type: 'unchanged', projects: total, total, stays: true });
    return true;
  }

  /** Adds the project with this index. @returns the error of a project that could not be scanned */
  async add(rebuild: Rebuild, index: number, scan: ProjectScan): Promise<AnalyzerError | undefined> {
    const project = this.#checked[index];
    if (project === undefined) throw new RangeError('a project that was not checked');
    const added = await this.#projects.add(rebuild, project, scan);
    if (added === 'taken') this.#taken++;
    return typeof added === 'string' ? undefined : added;
  }

  /** All projects are added. */
  finish(onEvent: Listener): void {
    onEvent?.({ type: 'unchanged', projects: this.#taken, total: this.#checked.length, stays: false });
  }

  /** The index was written. @param id its snapshot id */
  record(id: string): Promise<void> {
    return this.#earlier.record(this.#checked, id);
  }

  close(onEvent: Listener): void {
    this.#projects.close();
    onEvent?.({ type: 'cache', report: this.#projects.report() });
  }
}
