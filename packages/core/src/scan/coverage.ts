import type { Entry, FileStatus, Scan } from './model.ts';

/**
 * The accounting of a scan: entries by status, or by kind if they have no status, and exclusions by reason. The counts
 * add up to the number of entries and exclusions.
 */
export interface Coverage {
  files: Record<FileStatus, number>;
  directory: number;
  symlink: number;
  special: number;
  excluded: number;
  complete: boolean;
}

/** Statuses of files that need no further analysis. */
const SETTLED: ReadonlySet<FileStatus> = new Set(['analyzed', 'inventory', 'unsupported-language']);

/**
 * Whether code analysis is incomplete for this entry: a file of a parsed language that is not `analyzed`, or an entry
 * that could not be read, because it may contain code.
 */
export function isIncomplete(entry: Entry): boolean {
  if (entry.kind === 'symlink') return false;
  if (entry.kind !== 'file') return entry.status === 'unreadable';
  if (SETTLED.has(entry.status)) return false;
  return entry.language !== undefined || entry.status === 'unreadable';
}

export function coverageOf(scan: Scan): Coverage {
  const coverage: Coverage = {
    files: {
      analyzed: 0,
      partial: 0,
      'syntax-error': 0,
      inventory: 0,
      'unsupported-language': 0,
      'missing-parser': 0,
      'too-large': 0,
      binary: 0,
      undecodable: 0,
      timeout: 0,
      'parser-failed': 0,
      unreadable: 0,
    },
    directory: 0,
    symlink: 0,
    special: 0,
    excluded: scan.exclusions.length,
    complete: true,
  };
  for (const entry of scan.entries) {
    if (entry.kind === 'file') coverage.files[entry.status]++;
    else if (entry.kind !== 'symlink' && entry.status !== undefined) coverage.files[entry.status]++;
    else coverage[entry.kind]++;
    if (isIncomplete(entry)) coverage.complete = false;
  }
  return coverage;
}
