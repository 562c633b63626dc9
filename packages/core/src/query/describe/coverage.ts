import type { Copied, Coverage, FileStatus, Repeated } from '@analyzer/contracts/query/common';

/** Counts by name, without zeros. */
export type Counts = ReadonlyMap<string, number>;

/** Number of files by status, including zeros. */
export function filesByStatus(counts: Counts): Record<FileStatus, number> {
  const n = (status: FileStatus) => counts.get(status) ?? 0;
  return {
    analyzed: n('analyzed'),
    partial: n('partial'),
    'syntax-error': n('syntax-error'),
    inventory: n('inventory'),
    'unsupported-language': n('unsupported-language'),
    'missing-parser': n('missing-parser'),
    'too-large': n('too-large'),
    binary: n('binary'),
    undecodable: n('undecodable'),
    timeout: n('timeout'),
    'parser-failed': n('parser-failed'),
    unreadable: n('unreadable'),
  };
}

/** The coverage of one or several scans. */
export function coverageOf(counts: Counts, complete: boolean): Coverage {
  const n = (name: string) => counts.get(name) ?? 0;
  return {
    ...filesByStatus(counts),
    directory: n('directory'),
    symlink: n('symlink'),
    special: n('special'),
    excluded: n('excluded'),
    complete_within_policy: complete,
  };
}

/** @param all total number of lines */
export function shareOf(lines: number, all: number): Repeated & Copied {
  const scale = 10_000;
  return { lines, share: all === 0 ? 0 : Math.round((lines / all) * scale) / scale };
}
