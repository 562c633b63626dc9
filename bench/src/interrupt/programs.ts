import { join } from 'node:path';
import { ANALYZER } from '../folders.ts';

const JOBS = ['--jobs', '2'];

/** The index that `index` and `map` write, in the scratch folder. */
export const INDEX = 'index.db';
/** The unfinished index and the lock of a killed writer; the next writer removes both. */
const UNFINISHED = [`${INDEX}-new`, `${INDEX}-lock`];

/** A command line that is interrupted repeatedly. */
export interface Program {
  name: string;
  /** Arguments of Node. @param scratch the folder for its output */
  args(scratch: string): string[];
  /** Whether its stdout is read; otherwise the pipe fills up, as with a pager. */
  read: boolean;
  /** Whether it replaces an index, which must stay valid. */
  index: boolean;
  /** Files that an interrupted run may leave in the scratch folder. */
  mayLeave: readonly string[];
}

/** @param folder what they read */
export function programs(folder: string): Program[] {
  const scan = (name: string, read: boolean, output: (scratch: string) => string[]): Program => {
    const args = (scratch: string) => [ANALYZER, 'scan', folder, '--all', ...JOBS, ...output(scratch)];
    return { name, args, read, index: false, mayLeave: [] };
  };
  const indexing = (name: string, command: (db: string, scratch: string) => string[]): Program => {
    const args = (scratch: string) => [ANALYZER, ...command(join(scratch, INDEX), scratch), ...JOBS];
    return { name, args, read: true, index: true, mayLeave: UNFINISHED };
  };
  return [
    scan('scan, JSON to a file', true, (scratch) => ['--format', 'json', '-o', join(scratch, 'scan.json')]),
    scan('scan, terminal to a pipe', true, () => ['--detail', 'full']),
    scan('scan, JSON to a full pipe', false, () => ['--format', 'json']),
    indexing('index', (db) => ['workspace', 'index', folder, '--db', db, '--replace']),
    indexing('map', (db, scratch) => ['map', folder, '--db', db, '--replace', '-o', join(scratch, 'map.html')]),
  ];
}
