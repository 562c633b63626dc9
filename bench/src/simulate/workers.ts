import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '@analyzer/core/index/reader.ts';
import { Connection } from '@analyzer/core/postgres/connect.ts';
import type { TestServer } from '@analyzer/core/postgres/postgres-fixture.ts';
import { ANALYZER, BRIDGE } from '../folders.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { sampleTree } from '../measure/process-tree.ts';
import { startPostgres } from '../postgres-server.ts';

const TIMED = { memory: false };

/** CPU seconds of a program and of the server meanwhile. */
export interface SharedCost extends Cost {
  server: number;
}

export interface PublishedIndex extends SharedCost {
  functions: number;
  /** In the database: parts of the queue, and the rest, which is the index. */
  partBytes: number;
  indexBytes: number;
}

/** Real workers with a PostgreSQL server of their own; `remove` ends it and removes all files. */
export class Workers {
  readonly #server: TestServer;
  readonly #folder: string;
  #url = '';

  private constructor(server: TestServer, folder: string) {
    this.#server = server;
    this.#folder = folder;
  }

  static async start(): Promise<Workers> {
    return new Workers(await startPostgres(), mkdtempSync(join(tmpdir(), 'analyzer-workers-')));
  }

  /** Writes projects with one short file each. @returns their folders */
  tinyProjects(count: number): string[] {
    return Array.from({ length: count }, (_, index) => {
      const folder = join(this.#folder, `tiny-${index}`);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'main.js'), `export const n${index} = (a) => a + ${index};\n`);
      return folder;
    });
  }

  cache(name: string): string {
    return join(this.#folder, `cache-${name}`);
  }

  /** Cost of workers that index these projects in a new queue; the enqueueing is not measured. */
  async run(projects: readonly string[], jobs: number, cache: string): Promise<SharedCost> {
    this.#url = await this.#server.database();
    const queue = ['--queue', this.#url];
    if (projects.length > 0) {
      const list = join(this.#folder, 'sources.txt');
      // Names such as `core` exist several times.
      writeFileSync(list, projects.map((folder, index) => `${folder}\tp${index}\n`).join(''));
      await measure([ANALYZER, 'enqueue', '--list', list, '--all', ...queue], TIMED);
    }
    return this.#shared([ANALYZER, 'worker', '--once', '--jobs', String(jobs), '--cache-dir', cache, ...queue]);
  }

  /** Publishes what the last run indexed to another database. */
  async publish(): Promise<PublishedIndex> {
    const db = await this.#server.database();
    const empty = await bytesOf(db);
    const cost = await this.#shared([ANALYZER, 'queue', 'publish', '--queue', this.#url, '--db', db]);
    const reader = await openIndex(db, { bridge: BRIDGE });
    const sql = 'SELECT sum(functions) AS n FROM project';
    const functions = reader.read((snapshot) => snapshot.first(sql, [], (row) => row.integer('n')) ?? 0);
    reader.close();
    const connection = await Connection.open(this.#url);
    const [parts] = await connection.query<{ bytes: number }>(
      "SELECT pg_total_relation_size('analyzer.part_chunk') AS bytes",
    );
    await connection.close();
    return { ...cost, functions, partBytes: parts?.bytes ?? 0, indexBytes: (await bytesOf(db)) - empty };
  }

  async parquetBytes(): Promise<number> {
    const [db, folder] = [join(this.#folder, 'index.db'), join(this.#folder, 'parquet')];
    await measure([ANALYZER, 'queue', 'publish', '--queue', this.#url, '--db', db], TIMED);
    await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'parquet', '-o', folder], TIMED);
    return bytesBelow(folder);
  }

  async remove(): Promise<void> {
    await this.#server.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #shared(args: string[]): Promise<SharedCost> {
    const before = sampleTree(this.#server.pid, false).cpu;
    const cost = await measure(args, { ...TIMED, mayKill: true });
    return { ...cost, server: sampleTree(this.#server.pid, false).cpu - before };
  }
}

async function bytesOf(url: string): Promise<number> {
  const connection = await Connection.open(url);
  try {
    const [size] = await connection.query<{ bytes: number }>('SELECT pg_database_size(current_database()) AS bytes');
    return size?.bytes ?? 0;
  } finally {
    await connection.close();
  }
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
