import { AnalyzerError } from '@analyzer/contracts';
import { codeOf, GROUP_KINDS, nameOf } from '#index/codes.ts';
import { withNul } from '#index/postgres/text.ts';
import type { Connection } from '#postgres/connect.ts';
import { groupId } from '#relate/groups/group-id.ts';
import { missingProjects } from './missing-projects.ts';
import { KINDS } from './project-functions.ts';
import { wantedKinds } from './stored-sums.ts';

/** A function of a group. */
export interface CopyPosition {
  project: string;
  path: string;
  /** From 1, inclusive. */
  start_line: number;
  end_line: number;
  name: string;
}

/** Functions that a project shares with others. */
export interface SharedGroup {
  kind: (typeof KINDS)[number];
  /** `g_…`, as in an index. */
  id: string;
  fingerprint: string;
  occurrences: number;
  projects: number;
  /** Syntax nodes of one function. */
  nodes: number;
  /** At most `LISTED` of other projects, then at most so many of the project. */
  positions: CopyPosition[];
}

export interface SharedGroups {
  project: string;
  /** Number of changes of the groups. */
  state: number;
  /** Of all groups in this state. */
  root: string;
  /** Projects with a result whose functions are not in the groups. */
  missing: number;
  /** Groups that the project shares with others. */
  total: number;
  /** Those with the most nodes in other functions first. */
  groups: SharedGroup[];
}

const LISTED = 5;

/** A group of renamed functions is left out if a group of identical functions has all of them. */
const GROUPS = `
  WITH own AS (
    SELECT its.kind, its.fingerprint, path, start_byte, end_byte, nodes, occurrences, projects
    FROM (
      SELECT kind, fingerprint, path, start_byte, end_byte, nodes FROM analyzer.copies_function
      WHERE project = $1 AND kind = ANY ($2)
    ) AS its
    JOIN (SELECT kind, fingerprint, occurrences, projects FROM analyzer.copies_group) AS its_group USING (kind, fingerprint)
    WHERE projects > 1
  )
  SELECT
    kind, encode(fingerprint, 'hex') AS fingerprint, occurrences, projects, max(nodes) AS nodes, count(*) OVER () AS total
  FROM own
  WHERE NOT (kind = ${codeOf(GROUP_KINDS, 'function-shape')} AND EXISTS (
    SELECT FROM own AS body WHERE body.kind = ${codeOf(GROUP_KINDS, 'function-body')}
      AND (body.path, body.start_byte, body.end_byte, body.occurrences) = (own.path, own.start_byte, own.end_byte, own.occurrences)
  ))
  GROUP BY kind, own.fingerprint, occurrences, projects
  ORDER BY max(nodes) * (occurrences - 1) DESC, kind, own.fingerprint LIMIT $3`;

const POSITIONS = `
  SELECT number, position.* FROM unnest($2::smallint[], $3::text[]) WITH ORDINALITY AS its (kind, digits, number)
  CROSS JOIN LATERAL (
    (
      SELECT project, path, start_line, end_line, name FROM analyzer.copies_function AS other
      WHERE (other.kind, other.fingerprint) = (its.kind, decode(digits, 'hex')) AND project <> $1
      ORDER BY project, path, start_byte LIMIT ${LISTED}
    ) UNION ALL (
      SELECT project, path, start_line, end_line, name FROM analyzer.copies_function AS own
      WHERE (own.kind, own.fingerprint) = (its.kind, decode(digits, 'hex')) AND project = $1
      ORDER BY path, start_byte LIMIT ${LISTED}
    )
  ) AS position
  ORDER BY number, project = $1, project, path, start_line`;

type GroupRow = Omit<SharedGroup, 'kind' | 'id' | 'positions'> & { kind: number; total: number };

/**
 * The groups of functions that a project shares with others, of the last stored result. All is read from one state.
 *
 * @param most number of groups
 * @throws {AnalyzerError} `not_found` if the project has no result
 */
export function readCopies(connection: Connection, project: string, most: number): Promise<SharedGroups> {
  return connection.transaction(async () => {
    const [state] = await connection.query<{ number: number; root: string }>(
      'SELECT number, root FROM analyzer.copies_state JOIN analyzer.copies_project ON label = $1',
      [project],
    );
    if (state === undefined) {
      const hint = 'Names are those of `analyzer enqueue`; `analyzer queue` shows whether jobs wait or failed.';
      throw new AnalyzerError('not_found', { what: 'indexed project', name: project }, { hint });
    }
    const kinds = (await wantedKinds(connection)).map((kind) => codeOf(GROUP_KINDS, kind));
    const rows = await connection.query<GroupRow>(GROUPS, [project, kinds, most]);
    const found = await connection.query<CopyPosition & { number: number }>(POSITIONS, [
      project,
      rows.map(({ kind }) => kind),
      rows.map(({ fingerprint }) => fingerprint),
    ]);
    const positions = rows.map((): CopyPosition[] => []);
    for (const { number, ...its } of found) {
      positions[number - 1]?.push({ ...its, path: withNul(its.path), name: withNul(its.name) });
    }
    const missing = (await missingProjects(connection)).length;
    const groups = rows.map(({ kind: code, total: _, ...row }, at) => {
      const kind = nameOf(KINDS, code);
      return { kind, id: groupId(kind, row.fingerprint), ...row, positions: positions[at] ?? [] };
    });
    return { project, state: state.number, root: state.root, missing, total: rows[0]?.total ?? 0, groups };
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}
