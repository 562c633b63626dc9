import { compareBytes } from '@analyzer/contracts/order';
import type { Scan } from '#scan/model.ts';
import type { FileMatches } from '../files/file-matches.ts';
import type { ImportChange, UnchangedImport } from '../model.ts';

/** Imports of one side as a graph: the distinct targets of each file. */
type Edges = Map<string, Omit<ImportChange, 'change'>>;

export interface ComparedImports {
  /** Ordered by path, then target; removed imports first. */
  changes: ImportChange[];
  /** Imports between project files, one of which changed; ordered by path, then target. */
  unchanged: UnchangedImport[];
}

/**
 * Lists added and removed imports as pairs of file and target. A moved file keeps its identity, so its imports and
 * imports of it are unchanged.
 *
 * @param files the matched files; files that were analyzed on one side only are skipped
 */
export function compareImports(
  before: Scan,
  after: Scan,
  { pathAfter, unknown, changes: files }: Pick<FileMatches, 'pathAfter' | 'unknown' | 'changes'>,
): ComparedImports {
  const old = edgesOf(before, (path) => pathAfter(path) ?? `before ${path}`, unknown);
  const now = edgesOf(after, (path) => path, unknown);
  const changes: ImportChange[] = [];
  for (const [key, edge] of old) if (!now.has(key)) changes.push({ change: 'vanished', ...edge });
  for (const [key, edge] of now) if (!old.has(key)) changes.push({ change: 'appeared', ...edge });
  const changed = new Set(files.map(({ after: file }) => file?.path));
  changes.sort(
    (a, b) =>
      compareBytes(a.path, b.path) ||
      compareBytes(a.target, b.target) ||
      compareBytes(b.change, a.change) ||
      compareBytes(a.state, b.state),
  );
  return { changes, unchanged: unchangedImports(old, now, changed) };
}

/** @param changed paths after */
function unchangedImports(old: Edges, now: Edges, changed: ReadonlySet<string | undefined>): UnchangedImport[] {
  return [...now]
    .filter(([key, { state, path, target }]) => {
      return state === 'resolved' && old.has(key) && (changed.has(path) || changed.has(target));
    })
    .map(([, { path, line, target }]) => ({ path, line, target }))
    .sort((a, b) => compareBytes(a.path, b.path) || compareBytes(a.target, b.target));
}

function edgesOf({ entries, relations }: Scan, nameOf: (path: string) => string, unknown: ReadonlySet<string>): Edges {
  const edges: Edges = new Map();
  for (const entry of entries) {
    if (entry.kind !== 'file' || entry.facts === undefined || unknown.has(nameOf(entry.path))) continue;
    for (const { index, state, path } of relations.get(entry.path)?.imports ?? []) {
      const source = entry.facts.imports[index];
      if (source === undefined) continue;
      const isInside = state === 'resolved' && path !== undefined;
      const target = isInside ? path : source.specifier;
      const key = `${nameOf(entry.path)}\n${state}\n${isInside ? nameOf(path) : target}`;
      if (!edges.has(key)) edges.set(key, { path: entry.path, line: source.line, state, target });
    }
  }
  return edges;
}
