import { compareBytes } from '@analyzer/contracts/order';
import type { Scan } from '#scan/model.ts';
import type { FilePlaces } from '../files/file-places.ts';
import type { ImportChange } from '../model.ts';

/** Imports of one side as a graph: what a file leads to, each once. */
type Edges = Map<string, Omit<ImportChange, 'change'>>;

/**
 * Imports that are new or gone: pairs of a file and what it imports. A file that was moved is the same file, so its
 * imports and those that lead to it stay.
 *
 * @param places what became of the files; of those that were analysed on one side alone nothing is said
 * @returns in order of the path, then the target; vanished ones before others
 */
export function compareImports(
  before: Scan,
  after: Scan,
  { pathAfter, unknown }: Pick<FilePlaces, 'pathAfter' | 'unknown'>,
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
