import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import type { StoredPart } from '#index/part/append-part.ts';
import { indexParts } from '#index/part/index-parts.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import type { Engine } from '#parse/engine.ts';
import { LOCKS } from '#postgres/advisory-locks.ts';
import type { Connection } from '#postgres/connect.ts';
import { isPostgresUrl } from '#postgres/url.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { fetchPart } from './part-store.ts';

export interface Publication {
  /** Path of the index or URL of its server, as the user wrote it. */
  db: string;
  /** Owned by the caller. It groups the functions of all projects. */
  engine: Engine;
  /** Called for each project, from 1 to `total`. */
  onProject?: (project: { label: string; number: number; total: number }) => void;
  signal?: AbortSignal | undefined;
}

export interface Published {
  snapshotId: string;
  projects: number;
  /** Projects without a part: their jobs wait, run or are dead. */
  missing: number;
}

/** Time to wait for another program that publishes on the same server. */
const PATIENCE_MS = 10_000;

const PROJECTS = `
  SELECT project.label, project.part_key, project.root FROM analyzer.project
  ORDER BY project.label COLLATE "C"`;

/**
 * Assembles an index of the parts of all projects, and replaces the index. One program at a time publishes. All
 * parts are read from one state of the queue.
 *
 * @throws {AnalyzerError} `busy` if another program publishes; `not_found` if no project has a part
 */
export function publish(connection: Connection, publication: Publication): Promise<Published> {
  const { db, engine, onProject, signal } = publication;
  return connection.transaction(async () => {
    const [lock] = await connection.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1, 0) AS taken', [
      LOCKS.assembly,
    ]);
    if (lock?.taken !== true) {
      throw new AnalyzerError(
        'busy',
        { problem: 'another program publishes the index of this queue' },
        { hint: 'Try again later.' },
      );
    }
    const all = await connection.query<{ label: string; part_key: string | null; root: string | null }>(PROJECTS);
    const ready = all.flatMap(({ part_key: key, ...its }) => (key === null ? [] : [{ ...its, key }]));
    if (ready.length === 0) {
      const hint = 'Start `analyzer worker --once` first.';
      throw new AnalyzerError('not_found', { what: 'indexed project in', name: connection.server }, { hint });
    }
    const folder = WorkFolder.create('parts');
    async function* parts(): AsyncGenerator<StoredPart> {
      for (const [index, { label, key, root }] of ready.entries()) {
        signal?.throwIfAborted();
        onProject?.({ label, number: index + 1, total: ready.length });
        const path = join(folder.path, key);
        await fetchPart(connection, { key, path });
        yield { path, ...(root !== null && { root }) };
        rmSync(path);
      }
    }
    try {
      const isServer = isPostgresUrl(db);
      const file = isServer ? join(folder.path, 'index.db') : db;
      // The queue has the list of projects: `queue forget` removes one.
      const mayRemoveProjects = true;
      const snapshotId = await indexParts(file, parts(), { engine, mayRemoveProjects, signal });
      if (isServer) await publishIndex(file, db, { patienceMs: PATIENCE_MS, mayRemoveProjects, signal });
      return { snapshotId, projects: ready.length, missing: all.length - ready.length };
    } finally {
      folder.remove();
    }
  }, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
}
