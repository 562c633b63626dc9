import type { ContextEvidenceV1 } from '@analyzer/contracts/analyzer.context-evidence.v1';
import { type LeavesOf, leavesOfAll } from '#index/leaves/leaves.ts';
import type { Snapshot } from '#index/port.ts';
import type { TokenRecord } from '#parse/facts.ts';
import type { PickedOccurrence } from '#query/describe/occurrences.ts';
import { cutText } from '#query/evidence/differences.ts';
import { redacted } from '#query/redact/secrets.ts';
import { tokenChanges } from '#relate/align/token-changes.ts';

type ShownChanges = NonNullable<ContextEvidenceV1['evidence'][number]['changes']>;

/** Without their ids in a packet. */
export interface Changes extends Omit<ShownChanges, 'items'> {
  items: Omit<ShownChanges['items'][number], 'id'>[];
}

const MAX_CHANGES = 30;

/**
 * The aligned differences of similar occurrences from the first one, in the same order; undefined for the first one, and for
 * blocks outside of functions, of which an index has no leaves.
 */
export function changesOf(snapshot: Snapshot, picked: readonly PickedOccurrence[]): (Changes | undefined)[] {
  const [its] = picked;
  const { leavesOf } = leavesOfAll(
    snapshot,
    picked.map(({ node }) => node),
  );
  const first = its && leavesIn(leavesOf, its);
  return picked.map((occurrence, index) => {
    const own = index === 0 || first === undefined ? undefined : leavesIn(leavesOf, occurrence);
    return first === undefined || own === undefined ? undefined : shown(first, own, occurrence.range !== undefined);
  });
}

/** The leaves of a declaration, or those in the lines of a block. */
function leavesIn(leavesOf: LeavesOf, { node, range }: PickedOccurrence): TokenRecord | undefined {
  const all = leavesOf(node);
  if (all === undefined || range === undefined) return all;
  const isInside = (_: unknown, leaf: number): boolean => {
    const line = all.line[leaf] ?? 0;
    return line >= range.start_line && line <= range.end_line;
  };
  const { role, kind, text, line } = all;
  return {
    role: role.filter(isInside),
    kind: kind.filter(isInside),
    text: text.filter(isInside),
    line: line.filter(isInside),
  };
}

function shown(first: TokenRecord, own: TokenRecord, isRenamed: boolean): Changes {
  const found = tokenChanges(first, own).map(({ line, ownLine, removed, added }) => ({
    ...{ line, own_line: ownLine },
    removed: cutText(redacted(removed.join(' '))),
    added: cutText(redacted(added.join(' '))),
  }));
  const all = isRenamed ? withoutRepeated(found) : found;
  const items = all.slice(0, MAX_CHANGES);
  return { items, omitted: all.length - items.length };
}

/** The first one of equal changes: a name that differs at several positions. */
function withoutRepeated(changes: Changes['items']): Changes['items'] {
  const first = new Map<string, Changes['items'][number]>();
  for (const change of changes) {
    const key = JSON.stringify([change.removed, change.added]);
    if (!first.has(key)) first.set(key, change);
  }
  return [...first.values()];
}
