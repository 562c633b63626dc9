import type { Contents, Version, Versions } from './contents.ts';
import type { SearchedProject } from './searched-project.ts';
import type { Statements } from './statements.ts';

/** The versions of files of several projects. */
export class AllContents implements Versions {
  readonly #projects: readonly SearchedProject[];

  constructor(projects: readonly SearchedProject[]) {
    this.#projects = projects;
  }

  of(version: Version): Statements | undefined {
    return this.#contentsOf(version)?.of(version);
  }

  async bytesOf(version: Version): Promise<Uint8Array> {
    return (await this.#contentsOf(version)?.bytesOf(version)) ?? new Uint8Array(0);
  }

  /** Reads and parses versions that are not known. */
  async load(versions: readonly Version[]): Promise<void> {
    for (const { contents } of this.#projects) {
      await contents.load(versions.filter((version) => this.#contentsOf(version) === contents));
    }
  }

  #contentsOf({ project = 0 }: Version): Contents | undefined {
    return this.#projects[project]?.contents;
  }
}
