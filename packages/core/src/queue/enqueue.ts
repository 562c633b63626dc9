import { createHash } from 'node:crypto';
import { AnalyzerError } from '@analyzer/contracts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import type { Connection } from '#postgres/connect.ts';
import type { ScanOptions } from '#scan/model.ts';

/** A project to index. */
export interface WantedProject {
  label: string;
  /** As a worker finds it: an absolute path, or a URL. */
  source: string;
  /** Identifies its content: equal revisions of a source have equal content. */
  revision: string;
  options: Partial<ScanOptions>;
}

/** `waiting`: the same job is ready or runs; `done`: its result is stored. */
export type Enqueued = 'added' | 'waiting' | 'done' | 'again';

const ADD = `
  INSERT INTO analyzer.job (key, label, source, revision, versions, options, state)
  VALUES ($1, $2, $3, $4, $5, $6, 'ready')
  ON CONFLICT (key) DO UPDATE SET enqueued_at = now()
  RETURNING id, state, xmax = 0 AS added`;

const WANT = `
  INSERT INTO analyzer.project (label, source, job_id) VALUES ($1, $2, $3)
  ON CONFLICT (label) DO UPDATE SET job_id = excluded.job_id WHERE project.source = excluded.source
  RETURNING label`;

const SUPERSEDE = `
  UPDATE analyzer.job SET state = 'superseded', finished_at = now() WHERE label = $1 AND id <> $2 AND state = 'ready'`;

const REUSE = `
  UPDATE analyzer.project SET part_key = part.key
  FROM analyzer.job_result JOIN analyzer.part ON part.key = job_result.part_key
  WHERE project.label = $1 AND job_result.job_id = $2 RETURNING project.label`;

const AGAIN = `
  WITH old AS (DELETE FROM analyzer.job_result WHERE job_id = $1)
  UPDATE analyzer.job SET state = 'ready', attempts = 0, ready_at = now(), problem = NULL, finished_at = NULL
  WHERE id = $1`;

/**
 * Adds a job for a project, unless the queue has the same one. Earlier jobs of the project that have not started are
 * superseded; one that failed is tried again.
 *
 * @throws {AnalyzerError} `usage` if another source has the label; errors of the server
 */
export function enqueue(connection: Connection, project: WantedProject): Promise<Enqueued> {
  const { label, source, revision, options } = project;
  const content = [label, source, revision, PART_VERSIONS, JSON.stringify(options)] as const;
  const key = createHash('sha256')
    .update(JSON.stringify(['analyzer.job', ...content]))
    .digest('hex');
  return connection.transaction(async () => {
    const [job] = await connection.query<{ id: number; state: string; added: boolean }>(ADD, [key, ...content]);
    if (job === undefined) throw new RangeError('an upsert returned no row');
    const wanted = await connection.query(WANT, [label, source, job.id]);
    if (wanted.length === 0) throw await taken(connection, label, source);
    await connection.query(SUPERSEDE, [label, job.id]);
    if (job.added) return 'added';
    if (job.state === 'ready' || job.state === 'running') return 'waiting';
    if (job.state === 'done' && (await connection.query(REUSE, [label, job.id])).length > 0) return 'done';
    await connection.query(AGAIN, [job.id]);
    return 'again';
  });
}

/**
 * The name that a source has in the queue already.
 *
 * @param source as in `WantedProject`
 * @returns the first by name if it has several; undefined if it has none
 */
export async function knownLabel(connection: Connection, source: string): Promise<string | undefined> {
  const sql = 'SELECT label FROM analyzer.project WHERE source = $1 ORDER BY label LIMIT 1';
  return (await connection.query<{ label: string }>(sql, [source]))[0]?.label;
}

async function taken(connection: Connection, label: string, source: string): Promise<AnalyzerError> {
  const sql = 'SELECT source FROM analyzer.project WHERE label = $1';
  const [other] = await connection.query<{ source: string }>(sql, [label]);
  return new AnalyzerError(
    'usage',
    { problem: `${other?.source ?? 'another source'} and ${source} would both have the name ${label}` },
    { hint: 'Set another name with --label, or remove the earlier project with `analyzer queue forget`.' },
  );
}
