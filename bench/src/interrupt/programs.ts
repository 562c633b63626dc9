import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ANALYZER, CORPUS } from '../folders.ts';

const JOBS = ['--jobs', '2'];

/** The index that `index` and `map` write, in the scratch folder. */
export const INDEX = 'index.db';
/** SQLite's log of what is not yet in the file; the next who opens it takes or drops what is there. */
const LOG = [`${INDEX}-wal`, `${INDEX}-shm`];

/** A command line that is interrupted again and again. */
export interface Program {
  name: string;
  /** Of Node. @param scratch the folder for what it writes */
  args(scratch: string): string[];
  /** Whether anybody reads its stdout; if not it fills up, as behind a pager. */
  read: boolean;
  /** Whether it replaces an index, which must stay whole. */
  index: boolean;
  /** Files that an interrupted run may leave in the scratch folder. */
  mayLeave: readonly string[];
}

export const PROGRAMS: readonly Program[] = [
  scan('scan, JSON to a file', (scratch) => ['--format', 'json', '-o', join(scratch, 'scan.json')], true),
  scan('scan, terminal to a pipe', () => ['--detail', 'full'], true),
  scan('scan, JSON to a full pipe', () => ['--format', 'json'], false),
  indexing('index', (scratch) => ['workspace', 'index', ...projects(), '--db', join(scratch, INDEX)]),
  indexing('map', (scratch) => ['map', CORPUS, '--db', join(scratch, INDEX), '-o', join(scratch, 'map.html')]),
];

function scan(name: string, output: (scratch: string) => string[], read: boolean): Program {
  const args = (scratch: string) => [ANALYZER, 'scan', CORPUS, '--all', ...JOBS, ...output(scratch)];
  return { name, args, read, index: false, mayLeave: [] };
}

function indexing(name: string, args: (scratch: string) => string[]): Program {
  return { name, args: (scratch) => [ANALYZER, ...args(scratch), ...JOBS], read: true, index: true, mayLeave: LOG };
}

function projects(): string[] {
  return readdirSync(CORPUS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(CORPUS, name));
}
