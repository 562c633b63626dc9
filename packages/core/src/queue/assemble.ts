import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { metadataOf } from '#index/file-metadata.ts';
import { IdLayout } from '#index/ids/id-layout.ts';
import type { StoredPart } from '#index/part/append-part.ts';
import { indexParts } from '#index/part/index-parts.ts';
import { readEarlierIds } from '#index/postgres/earlier-ids.ts';
import { publishIndex } from '#index/postgres/publish.ts';
import type { Retention } from '#index/postgres/remove-generations.ts';
import type { Engine } from '#parse/engine.ts';
import type { Connection } from '#postgres/connect.ts';
import { isPostgresUrl } from '#postgres/url.ts';
import { WorkFolder } from '#tree/work-folder.ts';
import { fetchPart } from './part-store.ts';
import type { ReadyProject } from './published.ts';

export interface Publication {
  /** Path of the index or URL of its server, as the user wrote it. */
  db: string;
  /** Generations that stay on a server; default: the newest one. */
  keep?: Retention | undefined;
  /** Opens the engine that groups the functions of all projects, if that is necessary; closed by `publish`. */
  openEngine: () => Engine | Promise<Engine>;
  /** Called for each project, from 1 to `total`. */
  onProject?: (project: { label: string; number: number; total: number }) => void;
  signal?: AbortSignal | undefined;
}

/** Time to wait for another program that publishes on the same server. */
const PATIENCE_MS = 10_000;

/**
 * Writes an index of the parts of projects. The caller has opened a transaction.
 *
 * @returns the snapshot id; of a file its metadata too
 */
export async function assemble(
  connection: Connection,
  { db, keep, openEngine, onProject, signal }: Publication,
  projects: readonly ReadyProject[],
  content: string,
): Promise<{ snapshotId: string; state?: string | undefined }> {
  const folder = WorkFolder.create('parts');
  WorkFolder.removeAbandoned('parts');
  async function* parts(): AsyncGenerator<StoredPart> {
    for (const [index, { label, key, root }] of projects.entries()) {
      signal?.throwIfAborted();
      onProject?.({ label, number: index + 1, total: projects.length });
      const path = join(folder.path, key);
      await fetchPart(connection, { key, path });
      yield { path, ...(root !== null && { root }) };
      rmSync(path);
    }
  }
  const engine = await openEngine();
  // The queue has the list of projects: `queue forget` removes one.
  const mayRemoveProjects = true;
  try {
    if (!isPostgresUrl(db)) {
      let state: string | undefined;
      const onReplaced = async () => {
        state = metadataOf(db);
      };
      const snapshotId = await indexParts(db, parts(), { engine, mayRemoveProjects, onReplaced, signal });
      return { snapshotId, state };
    }
    const file = join(folder.path, 'index.db');
    const layout = new IdLayout(await readEarlierIds(db));
    const snapshotId = await indexParts(file, parts(), { engine, layout, mayRemoveProjects, signal });
    await publishIndex(file, db, { patienceMs: PATIENCE_MS, mayRemoveProjects, content, keep, signal });
    return { snapshotId };
  } finally {
    await engine.close();
    folder.remove();
  }
}
