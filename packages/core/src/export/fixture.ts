import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '#discovery/discover.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import type { Snapshot } from '#index/port.ts';
import { openIndex } from '#index/reader.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Three small projects that share functions; two of them have an import cycle. */
export const PROJECTS = join(repository, 'fixtures/export/projects');

export interface IndexedProjects {
  snapshot: Snapshot;
  /** Absolute roots by label. */
  roots: ReadonlyMap<string, string>;
  /** The parent folder of the projects. */
  folder: string;
  remove(): void;
}

/**
 * Indexes a copy of the three projects.
 *
 * @param more additional files by path
 */
export async function indexProjects(more: Readonly<Record<string, string>> = {}): Promise<IndexedProjects> {
  const above = mkdtempSync(join(tmpdir(), 'export-'));
  const folder = join(above, 'projects');
  cpSync(PROJECTS, folder, { recursive: true });
  for (const [path, text] of Object.entries(more)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const db = join(above, 'index.db');
  const { projects } = discover([folder], { discover: true, split: false, scan: {} });
  await indexWorkspace(projects, { db, engine: await sharedEngine(true) });
  const reader = await openIndex(db);
  const { snapshot, close } = reader.open();
  return {
    snapshot,
    roots: reader.roots(snapshot),
    folder,
    remove: () => {
      close();
      reader.close();
      rmSync(above, { recursive: true });
    },
  };
}
