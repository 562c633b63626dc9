import { ProjectShare, type ShareFiles, shareFilesOf } from '#check/share.ts';
import { isIncomplete } from '#scan/coverage.ts';
import type { FileEntry, Scan } from '#scan/model.ts';
import type { PerFiles, StepAmount } from './model.ts';

/** The copies of a state, for a comparison with those of the next one. */
export interface CountedCopies extends PerFiles<StepAmount> {
  files: number;
  incomplete: number;
  cycles: number;
  /** Of the listed groups. */
  ids: PerFiles<ReadonlySet<string>>;
  /** By path. */
  repeated: ReadonlyMap<string, RepeatedLines>;
}

export interface RepeatedLines {
  files: ShareFiles;
  /** Number of lines. */
  repeated: number;
  /** Hash of the content. */
  content: string | undefined;
}

/** Counts the copies of a scan as lists do. */
export function countCopies(scan: Scan): CountedCopies {
  const files = new Map(scan.entries.flatMap((it) => (it.kind === 'file' && it.facts ? [[it.path, it] as const] : [])));
  const share = new ProjectShare(scan);
  const { product, tests: all } = share.shown;
  const ids = { product, tests: new Set([...all].filter((id) => !product.has(id))) };
  const functions = countFunctions(files.values());
  const shares = share.in('');
  const amountOf = (its: ShareFiles): StepAmount => {
    return { ...shares[its], groups: ids[its].size, functions: functions[its] };
  };
  return {
    product: amountOf('product'),
    tests: amountOf('tests'),
    files: files.size,
    incomplete: scan.entries.filter(isIncomplete).length,
    cycles: scan.cycles.length,
    ids,
    repeated: new Map(
      share.files.map(({ path, files: its, share: { repeated } }) => {
        return [path, { files: its, repeated, content: files.get(path)?.sha256 }];
      }),
    ),
  };
}

function countFunctions(files: Iterable<FileEntry>): PerFiles<number> {
  const counts = { product: 0, tests: 0 };
  for (const file of files) {
    const its = shareFilesOf(file);
    if (its === undefined) continue;
    const functions = file.facts?.declarations.filter(({ kind }) => kind === 'function' || kind === 'method');
    counts[its] += functions?.length ?? 0;
  }
  return counts;
}
