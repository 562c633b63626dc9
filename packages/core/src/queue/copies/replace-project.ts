import { LOCKS } from '#postgres/advisory-locks.ts';
import type { Connection } from '#postgres/connect.ts';
import { copyIn } from '#postgres/copy.ts';
import { readRows } from '#postgres/read-rows.ts';
import { COLUMNS, copyLines, KINDS, type ProjectFunctions } from './project-functions.ts';
import {
  GROUP_COLUMNS,
  type GroupRow,
  KindSums,
  MEMBER_COLUMNS,
  type MemberRow,
  readSums,
  wantedKinds,
  writeSums,
} from './stored-sums.ts';

const STAGING = `
  CREATE TEMP TABLE copies_incoming ON COMMIT DROP AS SELECT ${COLUMNS} FROM analyzer.copies_function WITH NO DATA;
  CREATE TEMP TABLE copies_change ON COMMIT DROP AS
    SELECT false AS is_added, ctid AS at, project, ${COLUMNS} FROM analyzer.copies_function WITH NO DATA;
  CREATE TEMP TABLE copies_touched ON COMMIT DROP AS
    SELECT kind, fingerprint, occurrences AS before, occurrences AS after, projects FROM analyzer.copies_group WITH NO DATA`;

/** Rows of which one side has more. Equal rows are numbered, because names of files that are not UTF-8 can be equal. */
const COMPARE = `
  INSERT INTO pg_temp.copies_change
  SELECT at IS NULL, at, $1, ${COLUMNS}
  FROM (
    SELECT ctid AS at, row_number() OVER (PARTITION BY ${COLUMNS}) AS nth, ${COLUMNS}
    FROM analyzer.copies_function WHERE project = $1
  ) AS stored
  FULL JOIN (
    SELECT true AS is_new, row_number() OVER (PARTITION BY ${COLUMNS}) AS nth, ${COLUMNS} FROM pg_temp.copies_incoming
  ) AS incoming USING (nth, ${COLUMNS})
  WHERE at IS NULL OR is_new IS NULL`;

/** No other transaction changes these rows, so their places are valid. */
const REMOVE = `
  DELETE FROM analyzer.copies_function USING pg_temp.copies_change AS change
  WHERE copies_function.ctid = change.at AND NOT is_added`;

/**
 * The groups of removed and added rows, with their occurrences before and after, after the removed rows are removed. A
 * group of one occurrence has no row; only then are its rows counted.
 */
const TOUCH = `
  INSERT INTO pg_temp.copies_touched
  SELECT
    kind, fingerprint, coalesce(occurrences, 0), rest + added,
    coalesce(projects - (own + removed > 0)::integer, (rest > own)::integer) + (own + added > 0)::integer
  FROM (
    SELECT kind, fingerprint, count(*) FILTER (WHERE is_added) AS added, count(*) FILTER (WHERE NOT is_added) AS removed
    FROM pg_temp.copies_change GROUP BY kind, fingerprint
  ) AS key
  LEFT JOIN analyzer.copies_group USING (kind, fingerprint)
  CROSS JOIN LATERAL (
    SELECT count(*) AS own FROM analyzer.copies_function AS its
    WHERE (its.kind, its.fingerprint, its.project) = (key.kind, key.fingerprint, $1)
  ) AS of_project
  CROSS JOIN LATERAL (
    SELECT CASE WHEN occurrences IS NULL THEN (
      SELECT count(*) FROM analyzer.copies_function AS its WHERE (its.kind, its.fingerprint) = (key.kind, key.fingerprint)
    ) ELSE occurrences - removed END AS rest
  ) AS remaining`;

/**
 * Lines of occurrences that appear or vanish: of changed rows in groups, and of the other occurrence of a group that begins
 * or ends.
 */
const MEMBERS = `
  SELECT ${MEMBER_COLUMNS}, is_added FROM pg_temp.copies_change JOIN pg_temp.copies_touched USING (kind, fingerprint)
  WHERE CASE WHEN is_added THEN after ELSE before END > 1
  UNION ALL
  SELECT ${MEMBER_COLUMNS}, after > 1 FROM pg_temp.copies_touched JOIN analyzer.copies_function USING (kind, fingerprint)
  WHERE (before > 1) <> (after > 1)`;

const GROUPS = `
  SELECT ${GROUP_COLUMNS}
  FROM (SELECT kind, fingerprint FROM pg_temp.copies_touched) AS touched
  JOIN analyzer.copies_group USING (kind, fingerprint)`;

const ADD = `
  INSERT INTO analyzer.copies_function (project, ${COLUMNS})
  SELECT project, ${COLUMNS} FROM pg_temp.copies_change WHERE is_added`;

const REMOVE_GROUPS = `
  DELETE FROM analyzer.copies_group USING pg_temp.copies_touched AS touched
  WHERE (copies_group.kind, copies_group.fingerprint) = (touched.kind, touched.fingerprint) AND after < 2`;

/** The first occurrence stays if it is of a project before this one; else it is read from the first project. */
const SET_GROUPS = `
  INSERT INTO analyzer.copies_group
  SELECT
    kind, fingerprint, after, touched.projects, coalesce(first.project, earlier.project),
    coalesce(first.path, earlier.path), coalesce(first.start_byte, earlier.start_byte)
  FROM pg_temp.copies_touched AS touched
  LEFT JOIN analyzer.copies_group AS earlier USING (kind, fingerprint)
  LEFT JOIN LATERAL (
    SELECT its.project, its.path, its.start_byte FROM analyzer.copies_function AS its
    WHERE (its.kind, its.fingerprint) = (touched.kind, touched.fingerprint) AND (earlier.project < $1) IS NOT TRUE
    ORDER BY its.project, its.path, its.start_byte LIMIT 1
  ) AS first ON true
  WHERE after > 1
  ON CONFLICT (kind, fingerprint) DO UPDATE SET
    occurrences = excluded.occurrences, projects = excluded.projects,
    project = excluded.project, path = excluded.path, start_byte = excluded.start_byte`;

const SET_PROJECT = `
  INSERT INTO analyzer.copies_project VALUES ($1, $2, $3, $4)
  ON CONFLICT (label) DO UPDATE
  SET part_key = excluded.part_key, versions = excluded.versions, kinds = excluded.kinds`;

/** A few thousand rows are found by index among millions; by default a plan may read all groups instead. */
const PLANS = 'SET LOCAL random_page_cost = 1.1; SET LOCAL jit = off';

const SET_STATE = 'UPDATE analyzer.copies_state SET number = number + 1, root = $1, changed_at = now()';

/** Sends the functions of a project to the connection, without a lock. The caller has opened a transaction. */
export async function stageFunctions(connection: Connection, functions: ProjectFunctions['functions']): Promise<void> {
  await connection.query(STAGING);
  await copyIn(connection, `COPY pg_temp.copies_incoming (${COLUMNS}) FROM STDIN`, copyLines(functions));
}

/**
 * Replaces the functions of a project by those that were staged, with all groups, sums and the root. Transactions that
 * do this run one after another, from here to their end. Only groups of rows that differ are read, and of these only the
 * occurrences of the project, of the project with the first one, and of groups that begin or end.
 *
 * @param partKey of the part with these functions
 */
export async function replaceStaged(
  connection: Connection,
  { label, partKey }: { label: string; partKey: string },
  { versions, kinds }: Omit<ProjectFunctions, 'functions'>,
): Promise<void> {
  await connection.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS.copies]);
  const sums = await replaceRows(connection, label);
  const wanted = KINDS.filter((kind) => kinds.includes(kind)).join(',');
  await connection.query(SET_PROJECT, [label, partKey, versions, wanted]);
  await setRoot(connection, sums);
}

/** Removes a project with its functions, as `replaceStaged` does. The caller has opened a transaction. */
export async function removeFunctions(connection: Connection, label: string): Promise<void> {
  await connection.query(STAGING);
  await connection.query('SELECT pg_advisory_xact_lock($1, 0)', [LOCKS.copies]);
  const sums = await replaceRows(connection, label);
  await connection.query('DELETE FROM analyzer.copies_project WHERE label = $1', [label]);
  await setRoot(connection, sums);
}

/** @returns the new sums, which are stored */
async function replaceRows(connection: Connection, label: string): Promise<KindSums> {
  const [removed, added] = [new KindSums(), new KindSums()];
  await connection.query(PLANS);
  await connection.query('ANALYZE pg_temp.copies_incoming');
  await connection.query(COMPARE, [label]);
  await connection.query('ANALYZE pg_temp.copies_change');
  await connection.query(REMOVE);
  await connection.query(TOUCH, [label]);
  await connection.query('ANALYZE pg_temp.copies_touched');
  for await (const { is_added, ...row } of readRows<MemberRow & { is_added: boolean }>(connection, MEMBERS)) {
    (is_added ? added : removed).addMember(row);
  }
  for await (const row of readRows<GroupRow>(connection, GROUPS)) removed.addGroup(row);
  await connection.query(ADD);
  await connection.query(REMOVE_GROUPS);
  await connection.query(SET_GROUPS, [label]);
  for await (const row of readRows<GroupRow>(connection, GROUPS)) added.addGroup(row);
  const sums = await readSums(connection);
  sums.merge(removed, -1n);
  sums.merge(added);
  await writeSums(connection, sums);
  return sums;
}

async function setRoot(connection: Connection, sums: KindSums): Promise<void> {
  await connection.query(SET_STATE, [sums.root(await wantedKinds(connection))]);
}
