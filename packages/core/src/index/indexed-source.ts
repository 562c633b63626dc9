import { AnalyzerError } from '@analyzer/contracts';
import type { ScanOptions } from '#scan/model.ts';
import { completeOptions } from '#scan/options.ts';
import type { IndexReader } from './port.ts';

/** Where an indexed project is on this machine, and how it was scanned. */
export interface IndexedSource {
  /** Absolute; it never leaves. */
  root: string;
  options: ScanOptions;
  /** Of its scan, 64 hex: the same again means the same content. */
  snapshotId: string;
}

/** @throws AnalyzerError `not_found` when the index has no project of that name */
export function indexedSource(reader: IndexReader, label: string): IndexedSource {
  return reader.read((snapshot) => {
    const sql = 'SELECT snapshot_id, options FROM project WHERE label = ?';
    const found = snapshot.first(sql, [label], (row) => [row.text('snapshot_id'), row.text('options')] as const);
    const root = reader.roots(snapshot).get(label);
    if (found === undefined || root === undefined) {
      const labels = snapshot.all('SELECT label FROM project ORDER BY id LIMIT 10', [], (row) => row.text('label'));
      throw new AnalyzerError(
        'not_found',
        { what: 'project of the index', name: label },
        { hint: `It has ${labels.join(', ')}.` },
      );
    }
    return { root, options: completeOptions(JSON.parse(found[1])), snapshotId: found[0] };
  });
}
