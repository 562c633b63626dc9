import type { Statements } from '../sqlite/statements.ts';

/** For rows that are written in the order of nodes. */
export interface ProjectStarts {
  /** Whether the node is the first one that is asked for of its project. */
  passed(node: number): boolean;
}

/** The first nodes of all projects. */
export function projectStarts(statements: Statements): ProjectStarts {
  const starts = statements.all('SELECT node_id FROM project ORDER BY node_id', [], (row) => row.integer('node_id'));
  let at = 0;
  return {
    passed(node) {
      const before = at;
      while ((starts[at] ?? Number.POSITIVE_INFINITY) <= node) at++;
      return at > before;
    },
  };
}
