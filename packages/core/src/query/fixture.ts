import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { discover } from '#discovery/discover.ts';
import { type FirstIds, IdLayout } from '#index/ids/id-layout.ts';
import { indexWorkspace } from '#index/index-workspace.ts';
import type { IndexReader } from '#index/port.ts';
import { openIndex } from '#index/reader.ts';
import type { Engine } from '#parse/engine.ts';
import { sharedEngine } from '#parse/portable/engine-fixture.ts';
import type { ScanOptions } from '#scan/model.ts';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));

/** Those of an earlier index that does not exist. */
const NO_IDS = {
  names: new Map<string, number>(),
  languages: new Map<string, number>(),
  rules: new Map<string, number>(),
  groups: new Map<string, number>(),
  projects: new Map<string, FirstIds>(),
};

/** Four small projects in five languages that share functions. */
export const PROJECTS = join(repository, 'fixtures/query/projects');

/** An index of a copy of the four projects, in its own folder. */
export interface IndexedProjects {
  /** Path of the index. */
  db: string;
  reader: IndexReader;
  /** Adds or replaces files, by path relative to the folder of the projects, and indexes again. */
  reindex(files: Readonly<Record<string, string>>): Promise<void>;
  /** Writes another index of the same files, whose ids a layout gives. @returns its path */
  laidOut(): Promise<string>;
  remove(): void;
}

export interface Indexing {
  /** Default: the portable engine. Owned by the caller. */
  engine?: Engine;
  scan?: Partial<ScanOptions>;
  /** Store the history too. */
  history?: boolean;
}

/** @param from the folder of the projects */
export async function indexProjects(from: string = PROJECTS, indexing: Indexing = {}): Promise<IndexedProjects> {
  const above = mkdtempSync(join(tmpdir(), 'query-'));
  const folder = join(above, 'projects');
  cpSync(from, folder, { recursive: true });
  const db = join(above, 'index.db');
  await indexFolder(folder, db, indexing);
  const reader = await openIndex(db);
  return {
    db,
    reader,
    async reindex(files) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      await indexFolder(folder, db, indexing);
    },
    async laidOut() {
      const path = join(above, 'laid-out.db');
      await indexFolder(folder, path, indexing, new IdLayout(NO_IDS));
      return path;
    },
    remove: () => {
      reader.close();
      rmSync(above, { recursive: true });
    },
  };
}

async function indexFolder(
  folder: string,
  db: string,
  { engine, scan = {}, history = false }: Indexing,
  layout?: IdLayout,
): Promise<void> {
  const context = { db, readsHistory: history, ...(layout && { layout }) };
  const { projects } = discover([folder], { discover: true, split: false, scan });
  await indexWorkspace(projects, { ...context, engine: engine ?? (await sharedEngine(true)) });
}
