import type { FileEntry } from './model.ts';

/** Whether two files have the same bytes and were read in the same way, so that their facts are equal. */
export function isSameContent(a: FileEntry, b: FileEntry): boolean {
  if (a === b) return true;
  const isSame = a.sha256 === b.sha256 && a.status === b.status && a.reason === b.reason;
  return isSame && a.language === b.language && a.dialect === b.dialect;
}
