import { compareBytes } from '@analyzer/contracts/order';
import type { Scan } from '#scan/model.ts';
import type { FileMatches } from '../files/file-matches.ts';
import type { ImportChange } from '../model.ts';

/** Imports of one side as a graph: the distinct targets of each file. */
type Edges = Map<string, Omit<ImportChange, 'change'>>;

/**
 * Lists added and removed imports as pairs of file and target. A moved file keeps its identity, so its imports and
 * imports of it are unchanged.
 *
 * @param places the matched files; files that were analyzed on one side only are skipped
 * @returns ordered by path, then target; removed imports first
 */
export function compareImports(
  before: Scan,
  after: Scan,
  { pathAfter, unknown }: Pick<FileMatches, 'pathAfter' | 'unknown'>,
): ImportChange[] {
  const old = edgesOf(before, (path) => pathAfter(path) ?? `before ${path}`, unknown);
  const now = edgesOf(after, (path) => path, unknown);
  const changes: ImportChange[] = [];
  for (const [key, edge] of old) if (!now.has(key)) changes.push({ change: 'vanished', ...edge });
  for (const [key, edge] of now) if (!old.has(key)) changes.push({ change: 'appeared', ...edge });
  return changes.sort(
    (a, b) =>
      compareBytes(a.path, b.path) ||
      compareBytes(a.target, b.target) ||
      compareBytes(b.change, a.change) ||
      compareBytes(a.state, b.state),
  );
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
