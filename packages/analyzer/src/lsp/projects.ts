import { resolve } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { BackgroundReview, ReviewEvents } from '@analyzer/core/review/background.ts';
import type { ProjectSession } from '@analyzer/core/session/session.ts';
import { watchProject } from '@analyzer/core/session/watch.ts';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type DraftOf, Project } from './project.ts';

/** Reads the project in a folder. The caller closes the review. `draft` describes one function for the copies of another one. */
export type OpenProject = (
  folder: string,
  context: ReviewEvents & { signal: AbortSignal },
) => Promise<{ session: ProjectSession; review: BackgroundReview; draft: DraftOf }>;

interface OpenFolder {
  project: Promise<Project>;
  stop: AbortController;
}

interface Events {
  /** Files of a project changed. */
  onChange: () => Promise<void>;
  onProblem: (error: unknown) => void;
}

/** The folders of the editor, each a project that follows its files. */
export class Projects {
  readonly #read: OpenProject;
  readonly #events: Events;
  readonly #folders = new Map<string, OpenFolder>();

  /** Projects that are opened wait for it. */
  #ready: Promise<void> = Promise.resolve();

  constructor(read: OpenProject, events: Events) {
    this.#read = read;
    this.#events = events;
  }

  /** Opens no further project before the settings are known. */
  waitFor(settings: Promise<void>): void {
    this.#ready = settings;
  }

  /** Reads all projects again, with the settings of now. */
  async reopen(): Promise<void> {
    const folders = [...this.#folders.keys()];
    const closed = [...this.#folders.values()];
    this.#folders.clear();
    for (const folder of folders) this.add(folder);
    await Promise.all([this.all(), ...closed.map(closeFolder)]);
  }

  add(folder: string): void {
    const key = resolve(folder);
    if (this.#folders.has(key)) return;
    const stop = new AbortController();
    const project = this.#open(folder, stop.signal);
    this.#folders.set(key, { project, stop });
    project.catch((error: unknown) => {
      if (!stop.signal.aborted) this.#events.onProblem(error);
    });
  }

  /** The projects that could be read. Waits for folders that are still read. */
  async all(): Promise<Project[]> {
    const settled = await Promise.allSettled(Array.from(this.#folders.values(), ({ project }) => project));
    return settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
  }

  /** Reads all changed files and rules again. */
  async refresh(): Promise<void> {
    for (const { session, review } of await this.all()) {
      await session.refresh();
      review.request();
    }
  }

  async remove(folder: string): Promise<void> {
    const open = this.#folders.get(resolve(folder));
    this.#folders.delete(resolve(folder));
    await closeFolder(open);
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#folders.values(), closeFolder));
  }

  /** The project of a document, and its path there; undefined without one. Waits for folders that are still read. */
  async find(document: TextDocument): Promise<{ project: Project; path: string } | undefined> {
    for (const project of await this.all()) {
      const path = project.pathOf(document);
      if (path !== undefined) return { project, path };
    }
    return undefined;
  }

  async #open(folder: string, signal: AbortSignal): Promise<Project> {
    const { onChange, onProblem } = this.#events;
    await this.#ready;
    const { session, review, draft } = await this.#read(folder, {
      signal,
      onReview: (its) => {
        project.lastReview = its;
        void onChange();
      },
      onProblem: (problem) => onProblem(new Error(`contracts and missed edits are not shown: ${problem}`)),
      onIndexProblem: (problem) => onProblem(new Error(`code of other projects is not shown: ${problem}`)),
    });
    const project = new Project(session, review, draft);
    review.request();
    watchProject(session, {
      signal,
      onStart: async () => undefined,
      onChange: async () => {
        review.request();
        await onChange();
      },
      onProblem: async (problem) => onProblem(problem),
    }).catch((error: unknown) => {
      // Saved documents are read again without events.
      if (!signal.aborted) onProblem(error);
    });
    return project;
  }
}

async function closeFolder(folder: OpenFolder | undefined): Promise<void> {
  folder?.stop.abort(new AnalyzerError('cancelled', {}));
  const project = await folder?.project.catch(() => undefined);
  await project?.review.close();
}
