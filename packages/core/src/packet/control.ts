import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { innerDeclarations } from '#index/leaves/inner-declarations.ts';
import type { Snapshot } from '#index/port.ts';
import type { PickedOccurrence } from '#query/describe/occurrences.ts';

export type Control = NonNullable<NonNullable<ContextEvidenceV1['evidence'][number]['details']>['control']>;

const MAX_STRUCTURES = 40;

/** The control structure of an occurrence, by line; of a class or a block, with that of the functions in it. */
export function controlOf(snapshot: Snapshot, { node, range }: PickedOccurrence): Control {
  const nodes = [node, ...innerDeclarations(snapshot, node).map((it) => it.node)];
  snapshot.gather(nodes.map((its) => () => snapshot.control(its)));
  const all = nodes.flatMap((its) => {
    const { kind, line, depth } = snapshot.control(its);
    return kind.map((name, index) => ({ kind: name, line: line[index] ?? 1, depth: depth[index] ?? 0 }));
  });
  const inside = all.filter(({ line }) => range === undefined || (line >= range.start_line && line <= range.end_line));
  // The sort is stable: structures of one line stay in order.
  const items = inside.sort((a, b) => a.line - b.line).slice(0, MAX_STRUCTURES);
  return { items, omitted: inside.length - items.length };
}
