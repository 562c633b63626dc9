import type { Connection } from '#postgres/connect.ts';

const AT_ONCE = 1_000;

/** A job that is enqueued again meanwhile is locked, or has a new time. */
const PRUNE = `
  DELETE FROM analyzer.job WHERE id IN (
    SELECT id FROM analyzer.job
    WHERE greatest(finished_at, enqueued_at) < now() - make_interval(days => $1)
      AND state IN ('done', 'dead', 'superseded')
      AND NOT EXISTS (SELECT FROM analyzer.project WHERE job_id = job.id)
    ORDER BY finished_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

/**
 * Removes jobs that finished some days ago, except those that a project wants. No stored version of a project is removed.
 *
 * @returns their number
 */
export async function pruneJobs(connection: Connection, days: number): Promise<number> {
  for (let removed = 0; ; ) {
    const rows = await connection.query(PRUNE, [days]);
    removed += rows.length;
    if (rows.length < AT_ONCE) return removed;
  }
}
