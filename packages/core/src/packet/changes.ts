import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { leavesOf } from '#index/leaves/leaves.ts';
import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import { cutText } from '#query/evidence/differences.ts';
import { redacted } from '#query/redact/secrets.ts';
import { tokenChanges } from '#relate/align/token-changes.ts';

export type Changes = NonNullable<ContextEvidenceV1['evidence'][number]['changes']>;

const MAX_CHANGES = 30;

/**
 * The aligned differences of similar declarations from the first one, in the same order; undefined for the first one.
 *
 * @param nodes integer ids
 */
export function changesOf(snapshot: Snapshot, nodes: readonly number[]): (Changes | undefined)[] {
  const first = leavesOf(snapshot, nodes[0] ?? 0);
  return nodes.map((node, index) => {
    const own = index === 0 || first === undefined ? undefined : leavesOf(snapshot, node);
    return first === undefined || own === undefined ? undefined : shown(first, own);
  });
}

function shown(first: TokenRecord, own: TokenRecord): Changes {
  const all = tokenChanges(first, own);
  const items = all.slice(0, MAX_CHANGES).map(({ line, ownLine, removed, added }) => ({
    ...{ line, own_line: ownLine },
    removed: cutText(redacted(removed.join(' '))),
    added: cutText(redacted(added.join(' '))),
  }));
  return { items, omitted: all.length - items.length };
}
