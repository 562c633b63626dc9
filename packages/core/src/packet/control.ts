import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { innerDeclarations } from '#index/leaves/inner-declarations.ts';
import type { Snapshot } from '#index/port.ts';
import type { PickedOccurrence } from '#query/describe/occurrences.ts';

export type Control = NonNullable<NonNullable<ContextEvidenceV1['evidence'][number]['details']>['control']>;

const MAX_STRUCTURES = 40;

/** The control structures of occurrences, by line; of a class or a block, with those of the functions in it. */
export function controlOf(snapshot: Snapshot, picked: readonly PickedOccurrence[]): Control[] {
  const inner = innerDeclarations(
    snapshot,
    picked.map(({ node }) => node),
  );
  const parts = picked.map(({ node }) => [node, ...(inner.get(node) ?? []).map((it) => it.node)]);
  const records = snapshot.control([...new Set(parts.flat())]);
  return picked.map(({ range }, index) => {
    const all = (parts[index] ?? []).flatMap((node) => {
      const { kind, line, depth } = records.get(node) ?? { kind: [], line: [], depth: [] };
      return kind.map((name, at) => ({ kind: name, line: line[at] ?? 1, depth: depth[at] ?? 0 }));
    });
    const isInside = ({ line }: { line: number }) =>
      range === undefined || (line >= range.start_line && line <= range.end_line);
    const inside = all.filter(isInside);
    // The sort is stable: structures of one line stay in order.
    const items = inside.sort((a, b) => a.line - b.line).slice(0, MAX_STRUCTURES);
    return { items, omitted: inside.length - items.length };
  });
}
