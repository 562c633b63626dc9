import type { Statements } from '../sqlite/statements.ts';

const FILES = `
  SELECT file.id, file.project_id, coalesce(language_id, 0) AS language_id, classes
  FROM file JOIN node ON node.id = file.id ORDER BY file.id`;

/** Properties of all files, which their declarations have too; by the position of a file among all. */
export class FileTable {
  readonly #nodes: Uint32Array;
  readonly projects: Uint32Array;
  /** 0 for none. */
  readonly languages: Uint32Array;
  /** Sums of FILE_CLASSES. */
  readonly classes: Uint32Array;

  constructor(statements: Statements) {
    const rows = statements.all(FILES, [], (row) => ({
      node: row.integer('id'),
      project: row.integer('project_id'),
      language: row.integer('language_id'),
      classes: row.integer('classes'),
    }));
    this.#nodes = Uint32Array.from(rows, ({ node }) => node);
    this.projects = Uint32Array.from(rows, ({ project }) => project);
    this.languages = Uint32Array.from(rows, ({ language }) => language);
    this.classes = Uint32Array.from(rows, ({ classes }) => classes);
  }

  /** @param node of a file or of a declaration in it, whose nodes follow that of the file */
  positionOf(node: number): number {
    let [low, high] = [0, this.#nodes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#nodes[middle] ?? 0) <= node) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
