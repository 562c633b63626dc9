import { AnalyzerError } from '@analyzer/contracts';
import type { ReadStatements } from '../read-statements.ts';

/** Which projects an index may lose when a new one replaces it. */
export interface Removal {
  /** The earlier index may have projects that the new one does not have. Default: it is an error. */
  mayRemoveProjects?: boolean | undefined;
}

/** Missing labels that the error lists. */
const LISTED = 5;
const REMEDY = 'Index these projects too, set another index with --db, or remove them from this one with --replace.';

/**
 * Ensures that a new index has each project of the earlier one. Labels decide: the folder of a project may have moved.
 *
 * @param path of the index or URL of its server, for the message
 * @param earlier labels of the earlier index
 * @param later labels of the new index
 * @throws AnalyzerError `other_projects`
 */
export function requireProjects(path: string, earlier: readonly string[], later: readonly string[]): void {
  const known = new Set(later);
  const missing = earlier.filter((label) => !known.has(label));
  if (missing.length === 0) return;
  const listed = missing.slice(0, LISTED).join(', ');
  const others = missing.length - LISTED;
  throw new AnalyzerError(
    'other_projects',
    {
      path,
      earlier: String(earlier.length),
      later: String(known.size),
      missing: others > 0 ? `${listed} and ${others} more` : listed,
    },
    { hint: REMEDY },
  );
}

/** The labels of all projects of an index, of any version of its schema. */
export function labelsOf(statements: ReadStatements): string[] {
  return statements.all('SELECT label FROM project ORDER BY id', [], (row) => row.text('label'));
}
