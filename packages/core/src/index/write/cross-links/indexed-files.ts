import { ProjectFiles } from '#relate/project-files.ts';
import type { Statements } from '../../sqlite/statements.ts';

interface FilesOfProject {
  /** Nodes by path. */
  ids: ReadonlyMap<string, number>;
  files: ProjectFiles;
}

const FILES = `
  SELECT file.id, path
  FROM project JOIN file ON file.id BETWEEN project.node_id AND project.last_node_id
  WHERE project.id = ?`;

/** The files of the projects of an index, each project read when it is first needed. */
export class IndexedFiles {
  readonly #statements: Statements;
  readonly #projects = new Map<number, FilesOfProject>();

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  of(project: number): FilesOfProject {
    let files = this.#projects.get(project);
    if (files === undefined) {
      const rows = this.#statements.all(FILES, [project], (row) => [row.text('path'), row.integer('id')] as const);
      const ids = new Map(rows);
      files = { ids, files: new ProjectFiles(ids.keys()) };
      this.#projects.set(project, files);
    }
    return files;
  }

  /** The nodes of paths that lead to files. */
  nodes(project: number, paths: readonly string[]): number[] {
    const { ids } = this.of(project);
    return paths.flatMap((path) => ids.get(path) ?? []);
  }
}
