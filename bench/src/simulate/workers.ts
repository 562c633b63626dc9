import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '@analyzer/core/index/reader.ts';
import type { TestServer } from '@analyzer/core/postgres/postgres-fixture.ts';
import { corpusFiles } from '../corpus/files.ts';
import { ANALYZER } from '../folders.ts';
import { type Cost, measure } from '../measure/measure.ts';
import { startPostgres } from '../postgres-server.ts';

const TIMED = { memory: false };

/** Real workers with a PostgreSQL server of their own; `remove` ends it and removes all files. */
export class Workers {
  readonly #server: TestServer;
  readonly #folder: string;
  #url = '';
  #queues = 0;

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
  async run(projects: readonly string[], jobs: number, cache: string): Promise<Cost> {
    this.#url = await this.#server.database();
    this.#queues++;
    const queue = ['--queue', this.#url];
    // Names such as `core` exist several times.
    for (const [index, folder] of projects.entries()) {
      await measure([ANALYZER, 'enqueue', folder, '--all', '--label', `p${index}`, ...queue], TIMED);
    }
    const worker = [ANALYZER, 'worker', '--once', '--jobs', String(jobs), '--cache-dir', cache, ...queue];
    return measure(worker, { ...TIMED, mayKill: true });
  }

  /** Groups what the last run indexed. */
  async publish(): Promise<{ cpu: number; functions: number; indexBytes: number; parquetBytes: number }> {
    const db = join(this.#folder, `index-${this.#queues}.db`);
    const { cpu } = await measure([ANALYZER, 'queue', 'publish', '--queue', this.#url, '--db', db], TIMED);
    const parquet = join(this.#folder, `parquet-${this.#queues}`);
    await measure([ANALYZER, 'workspace', 'export', '--db', db, '--format', 'parquet', '-o', parquet], TIMED);
    const reader = await openIndex(db);
    const sql = 'SELECT sum(functions) AS n FROM project';
    const functions = reader.read((snapshot) => snapshot.first(sql, [], (row) => row.integer('n')) ?? 0);
    reader.close();
    return { cpu, functions, indexBytes: statSync(db).size, parquetBytes: bytesBelow(parquet) };
  }

  async remove(): Promise<void> {
    await this.#server.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Bytes of all files of a corpus folder that the scan reads. */
export function sourceBytes(folder: string): number {
  return corpusFiles(folder).reduce((sum, { size }) => sum + size, 0);
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
