import { codeOf, FILE_STATUSES } from './codes.ts';
import type { Snapshot } from './port.ts';

/** Lines of files with facts and without a class: no tests, examples or code of others. */
export interface ProductLines {
  lines: number;
  /** Of these, in copies that lists show. */
  copied: number;
}

const PRODUCT_LINES = `
  SELECT coalesce(sum(file.lines), 0) AS lines, coalesce(sum(file.copied_lines), 0) AS copied
  FROM file JOIN node ON node.id = file.id
  WHERE file.project_id BETWEEN ? AND ? AND node.classes = 0
    AND file.status IN (${codeOf(FILE_STATUSES, 'analyzed')}, ${codeOf(FILE_STATUSES, 'partial')})`;

/** @param project integer id; all without one */
export function productLines(snapshot: Snapshot, project?: number): ProductLines {
  const range = [project ?? 0, project ?? Number.MAX_SAFE_INTEGER];
  const found = snapshot.first(PRODUCT_LINES, range, (row) => ({
    lines: row.integer('lines'),
    copied: row.integer('copied'),
  }));
  return found ?? { lines: 0, copied: 0 };
}
