import type { DriftData } from '@analyzer/contracts/query/drift.data';
import { leavesOf } from '#index/leaves/leaves.ts';
import type { Snapshot } from '#index/port.ts';
import { tokenChanges } from '#relate/align/token-changes.ts';
import { cutText } from '../evidence/differences.ts';
import { redacted } from '../redact/secrets.ts';
import type { Pair } from './pair.ts';

type Changes = NonNullable<DriftData['edited']['items'][number]['changes']>;

const MAX_CHANGES = 20;

/** The aligned changes of a pair; undefined where the index does not have the tokens of both. */
export function changesOf(snapshot: Snapshot, [a, b]: Pair): Changes | undefined {
  const first = leavesOf(snapshot, a.id);
  const second = first && leavesOf(snapshot, b.id);
  if (first === undefined || second === undefined) return undefined;
  const all = tokenChanges(first, second);
  const items = all.slice(0, MAX_CHANGES).map(({ line, ownLine, removed, added }) => ({
    ...{ line, own_line: ownLine },
    removed: cutText(redacted(removed.join(' '))),
    added: cutText(redacted(added.join(' '))),
  }));
  return { items, omitted: all.length - items.length };
}
