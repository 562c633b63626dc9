import { AnalyzerError } from '@analyzer/contracts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import type { Connection } from '#postgres/connect.ts';

/** A job that no worker tries again. */
export interface DeadJob {
  label: string;
  source: string;
  attempts: number;
  problem: string;
}

export interface QueueStatus {
  jobs: Record<'ready' | 'running' | 'done' | 'dead' | 'superseded', number>;
  /** Ready jobs that only another version of this program takes. */
  other_versions: number;
  /** Ready jobs that wait after a failed attempt. */
  delayed: number;
  projects: { total: number; indexed: number };
  /** Workers with a valid lease. */
  workers: number;
  /** Closed in the last minute and in the last hour. */
  done_last_minute: number;
  done_last_hour: number;
  /** Bytes of the stored parts, compressed. */
  part_bytes: number;
  /** The last failed, at most `LISTED`. */
  dead: DeadJob[];
}

const LISTED = 20;

const COUNTS = `
  SELECT
    count(*) FILTER (WHERE state = 'ready')::integer AS ready,
    count(*) FILTER (WHERE state = 'running')::integer AS running,
    count(*) FILTER (WHERE state = 'done')::integer AS done,
    count(*) FILTER (WHERE state = 'dead')::integer AS dead,
    count(*) FILTER (WHERE state = 'superseded')::integer AS superseded,
    count(*) FILTER (WHERE state = 'ready' AND versions <> $1)::integer AS other_versions,
    count(*) FILTER (WHERE state = 'ready' AND ready_at > now())::integer AS delayed,
    count(DISTINCT worker) FILTER (WHERE state = 'running' AND lease_until >= now())::integer AS workers,
    count(*) FILTER (WHERE state = 'done' AND finished_at > now() - interval '1 minute')::integer AS done_last_minute,
    count(*) FILTER (WHERE state = 'done' AND finished_at > now() - interval '1 hour')::integer AS done_last_hour,
    (SELECT count(*) FROM analyzer.project)::integer AS projects,
    (SELECT count(part_key) FROM analyzer.project)::integer AS indexed,
    (SELECT coalesce(sum(length(data)), 0) FROM analyzer.part_chunk) AS part_bytes
  FROM analyzer.job`;

const DEAD = `
  SELECT label, source, attempts, coalesce(problem, '') AS problem FROM analyzer.job WHERE state = 'dead'
  ORDER BY finished_at DESC, id DESC LIMIT ${LISTED}`;

type Counts = Record<string, number>;

/** The state of the queue. */
export async function readStatus(connection: Connection): Promise<QueueStatus> {
  const [counts = {}] = await connection.query<Counts>(COUNTS, [PART_VERSIONS]);
  const n = (name: string) => counts[name] ?? 0;
  return {
    jobs: {
      ready: n('ready'),
      running: n('running'),
      done: n('done'),
      dead: n('dead'),
      superseded: n('superseded'),
    },
    other_versions: n('other_versions'),
    delayed: n('delayed'),
    projects: { total: n('projects'), indexed: n('indexed') },
    workers: n('workers'),
    done_last_minute: n('done_last_minute'),
    done_last_hour: n('done_last_hour'),
    part_bytes: n('part_bytes'),
    dead: await connection.query<DeadJob>(DEAD),
  };
}

const RETRY = `
  UPDATE analyzer.job SET state = 'ready', attempts = 0, ready_at = now(), finished_at = NULL
  WHERE state = 'dead' AND EXISTS (SELECT FROM analyzer.project WHERE project.job_id = job.id)
  RETURNING id`;

/** Makes dead jobs ready again, except of projects that want a newer job. @returns their number */
export async function retry(connection: Connection): Promise<number> {
  return (await connection.query(RETRY)).length;
}

/**
 * Removes a project with all its jobs, results and stored versions. A worker that has one of the jobs loses its lease.
 *
 * @throws {AnalyzerError} `not_found`
 */
export async function forget(connection: Connection, label: string): Promise<void> {
  await connection.transaction(async () => {
    await connection.query('SELECT id FROM analyzer.job WHERE label = $1 ORDER BY id FOR UPDATE', [label]);
    const gone = await connection.query('DELETE FROM analyzer.project WHERE label = $1 RETURNING label', [label]);
    if (gone.length === 0) {
      const hint = 'Names are those of `analyzer enqueue`.';
      throw new AnalyzerError('not_found', { what: 'project', name: label }, { hint });
    }
    await connection.query('DELETE FROM analyzer.job WHERE label = $1', [label]);
    await connection.query('DELETE FROM analyzer.part WHERE label = $1', [label]);
  });
}
