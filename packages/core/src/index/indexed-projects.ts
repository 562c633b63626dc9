import type { ScanOptions } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import type { IndexReader } from './port.ts';

/** A project of an index, and its folder on this machine. */
export interface IndexedProject {
  label: string;
  /** Absolute path; undefined if another machine indexed it. */
  root: string | undefined;
  /** Those of its scan. */
  options: ScanOptions;
}

const OPTIONS = 'SELECT label, options FROM project ORDER BY id';

/** @throws AnalyzerError as `IndexReader.read` */
export function readIndexedProjects(reader: IndexReader): IndexedProject[] {
  return reader.read((snapshot) => {
    const roots = reader.roots(snapshot);
    return snapshot.all(OPTIONS, [], (row) => {
      const label = row.text('label');
      return { label, root: roots.get(label), options: completeOptions(JSON.parse(row.text('options'))) };
    });
  });
}
