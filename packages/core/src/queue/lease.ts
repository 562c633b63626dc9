import { randomUUID } from 'node:crypto';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import type { Connection } from '#postgres/connect.ts';
import type { ScanOptions } from '#scan/model.ts';
import { type PartFile, storePart } from './part-store.ts';

/** A job that this worker has for a limited time. */
export interface LeasedJob {
  id: number;
  /** Only its holder may close the job. */
  lease: string;
  label: string;
  source: string;
  revision: string;
  options: Partial<ScanOptions>;
  attempts: number;
}

/** Another worker has the job, or it was removed: the result is not needed. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

/** Attempts until a job is dead. */
export const MAX_ATTEMPTS = 5;
const PROBLEM_LENGTH = 2_000;

/** A worker that ends without a message, such as one that runs out of memory, must not take the same job for ever. */
const BURY = `
  UPDATE analyzer.job SET
    state = 'dead', lease = NULL, lease_until = NULL, finished_at = now(),
    problem = 'the worker ' || worker || ' ended or stalled in the last attempt'
  WHERE state = 'running' AND lease_until < now() AND attempts >= $1`;

const CLAIM = `
  WITH expired AS (
    SELECT id, lease_until AS due FROM analyzer.job WHERE state = 'running' AND lease_until < now() AND versions = $4
    ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED
  ), ready AS (
    SELECT id, ready_at AS due FROM analyzer.job WHERE state = 'ready' AND ready_at <= now() AND versions = $4
    ORDER BY ready_at, id LIMIT 1 FOR UPDATE SKIP LOCKED
  )
  UPDATE analyzer.job SET
    state = 'running', attempts = attempts + 1, worker = $1, lease = $2,
    lease_until = now() + make_interval(secs => $3)
  WHERE id = (SELECT id FROM (SELECT * FROM ready UNION ALL SELECT * FROM expired) AS next ORDER BY due LIMIT 1)
  RETURNING id, label, source, revision, options, attempts`;

/**
 * Takes the job that waits longest, also one whose worker did not renew its lease: it waits from the end of the lease. If it came
 * first, it would be taken again and again while workers are killed or the server restarts, until its attempts are used up.
 */
export async function claim(connection: Connection, worker: string, seconds: number): Promise<LeasedJob | undefined> {
  await connection.query(BURY, [MAX_ATTEMPTS]);
  const lease = randomUUID();
  type Row = Omit<LeasedJob, 'options' | 'lease'> & { options: string };
  const [row] = await connection.query<Row>(CLAIM, [worker, lease, seconds, PART_VERSIONS]);
  return row && { ...row, lease, options: JSON.parse(row.options) };
}

const HELD = "id = $1 AND lease = $2 AND state = 'running'";

/** @throws {LostLease} */
export async function renew(connection: Connection, { id, lease }: LeasedJob, seconds: number): Promise<void> {
  const sql = `UPDATE analyzer.job SET lease_until = now() + make_interval(secs => $3) WHERE ${HELD} RETURNING id`;
  if ((await connection.query(sql, [id, lease, seconds])).length === 0) throw new LostLease();
}

export interface JobResult {
  part: PartFile;
  /** Of the scan, 64 hex digits. */
  snapshotId: string;
  /** Absolute path of the project, if its files remain on this machine. */
  root: string | undefined;
}

const CLOSE = `
  UPDATE analyzer.job SET state = 'done', lease = NULL, lease_until = NULL, problem = NULL, finished_at = now()
  WHERE ${HELD} RETURNING worker, attempts`;

const SHOW = 'UPDATE analyzer.project SET part_key = $3, root = $4 WHERE label = $1 AND job_id = $2';

/** Of a project only the part is stored that it shows. */
const REMOVE_OTHERS = `
  DELETE FROM analyzer.part WHERE label = $1 AND NOT EXISTS (SELECT FROM analyzer.project WHERE part_key = part.key)`;

/**
 * Stores the result and closes the job in one transaction, which has no effect if this worker has lost its lease.
 *
 * @throws {LostLease}
 */
export async function complete(connection: Connection, job: LeasedJob, result: JobResult): Promise<void> {
  const { part, snapshotId, root } = result;
  await connection.transaction(async () => {
    await storePart(connection, job.label, part);
    const [closed] = await connection.query<{ worker: string; attempts: number }>(CLOSE, [job.id, job.lease]);
    if (closed === undefined) throw new LostLease();
    await connection.query('INSERT INTO analyzer.job_result VALUES ($1, $2, $3, $4, $5)', [
      ...[job.id, part.key, snapshotId, closed.attempts, closed.worker],
    ]);
    await connection.query(SHOW, [job.label, job.id, part.key, root ?? null]);
    await connection.query(REMOVE_OTHERS, [job.label]);
  });
}

const FAIL = `
  UPDATE analyzer.job SET
    state = CASE WHEN $4 OR attempts >= $5 THEN 'dead' ELSE 'ready' END,
    finished_at = CASE WHEN $4 OR attempts >= $5 THEN now() END,
    ready_at = now() + make_interval(secs => power(2, attempts)),
    problem = $3, lease = NULL, lease_until = NULL
  WHERE ${HELD} RETURNING id`;

/**
 * Ends an attempt. The job is tried again later, each time after twice the time.
 *
 * @param isFinal another attempt cannot succeed
 * @throws {LostLease}
 */
export async function fail(
  connection: Connection,
  { id, lease }: LeasedJob,
  { problem, isFinal }: { problem: string; isFinal: boolean },
): Promise<void> {
  // PostgreSQL does not store NUL.
  const text = problem.replaceAll('\0', '').slice(0, PROBLEM_LENGTH);
  const failed = await connection.query(FAIL, [id, lease, text, isFinal, MAX_ATTEMPTS]);
  if (failed.length === 0) throw new LostLease();
}

const RELEASE = `
  UPDATE analyzer.job SET state = 'ready', attempts = attempts - 1, ready_at = now(), lease = NULL, lease_until = NULL
  WHERE ${HELD}`;

/** Gives a job back, as if it had not been taken. */
export async function release(connection: Connection, { id, lease }: LeasedJob): Promise<void> {
  await connection.query(RELEASE, [id, lease]);
}

const OPEN = `
  SELECT count(*)::integer AS n FROM analyzer.job WHERE state IN ('ready', 'running') AND versions = $1`;

/** Number of jobs that workers of this version have not finished. */
export async function openJobs(connection: Connection): Promise<number> {
  const [row] = await connection.query<{ n: number }>(OPEN, [PART_VERSIONS]);
  return row?.n ?? 0;
}
