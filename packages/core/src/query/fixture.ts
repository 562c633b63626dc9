import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '#index/discovery/discover.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import type { IndexReader } from '#index/port.ts';
import { openIndex } from '#index/reader.ts';
import { createPortableEngine } from '#parse/portable/engine.ts';
import { buildWorker } from '#parse/portable/worker-fixture.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Four small projects in five languages that share functions. */
export const PROJECTS = join(repository, 'fixtures/query/projects');

/** An index of a copy of the four projects, in its own folder. */
export interface IndexedProjects {
  /** Path of the index. */
  db: string;
  reader: IndexReader;
  /** Adds or replaces files, by path relative to the folder of the projects, and indexes again. */
  reindex(files: Readonly<Record<string, string>>): Promise<void>;
  remove(): void;
}

/** @param from the folder of the projects */
export async function indexProjects(from: string = PROJECTS): Promise<IndexedProjects> {
  const above = mkdtempSync(join(tmpdir(), 'query-'));
  const folder = join(above, 'projects');
  cpSync(from, folder, { recursive: true });
  const db = join(above, 'index.db');
  await indexFolder(folder, db);
  const reader = await openIndex(db);
  return {
    db,
    reader,
    async reindex(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      await indexFolder(folder, db);
    },
    remove: () => {
      reader.close();
      rmSync(above, { recursive: true });
    },
  };
}

async function indexFolder(folder: string, db: string): Promise<void> {
  const worker = await buildWorker(repository);
  const engine = createPortableEngine({ jobs: 1, tokens: true, workerPath: worker.path });
  try {
    const { projects } = discover([folder], { discover: true, split: false, scan: {} });
    await indexWorkspace(projects, { db, engine });
  } finally {
    await engine.close();
    worker.remove();
  }
}
