import type { DomDiff, DomTree } from '@analyzer/contracts/pages/captures';
import { type Indexed, indexed, walk } from './tree.ts';
import { treeDiff } from './tree-diff.ts';

const LISTED = 20;
/** Characters of a signature in a message. */
const SHOWN = 200;
/** Numbers of changed signatures from which older backends report `changed`. */
const LEAST = { added: 3, removed: 3, changed_attrs: 5 } as const;
const MIN_TEXT = 200;
const MIN_NODES = 20;

/**
 * Compares a capture with its baseline.
 *
 * @param issues of the newer capture, see `issuesOf`
 * @returns `changed` if older backends report it, or if text, order or number of elements differ, which they ignore
 */
export function domDiff(before: DomTree, after: DomTree, issues: readonly string[]): DomDiff {
  const digests = new Map<string, string>();
  const [old, fresh] = [indexed(before, digests), indexed(after, digests)];
  const [a, b] = [signatures(old), signatures(fresh)];
  const added = [...b.keys()].filter((name) => !a.has(name)).sort();
  const removed = [...a.keys()].filter((name) => !b.has(name)).sort();
  const both = [...b.keys()].filter((name) => a.has(name));
  const changedAttrs = both.filter((name) => a.get(name)?.attributes !== b.get(name)?.attributes);
  const repeated = both.flatMap((signature) => {
    const [was = 0, is = 0] = [a.get(signature)?.count, b.get(signature)?.count];
    return was === is ? [] : [{ signature, before: was, after: is }];
  });
  const { changes, counts } = treeDiff(old, fresh);
  const seen =
    added.length >= LEAST.added || removed.length >= LEAST.removed || changedAttrs.length >= LEAST.changed_attrs;
  const unseen = counts.text + counts.moved + repeated.length > 0;
  return {
    status: issues.length > 0 ? 'issue' : seen || unseen ? 'changed' : 'ok',
    added: listed(added),
    removed: listed(removed),
    changed_attrs: listed(changedAttrs),
    counts: {
      added: added.length,
      removed: removed.length,
      changed_attrs: changedAttrs.length,
      total_old: a.size,
      total_new: b.size,
    },
    ...(issues.length > 0 ? { issues: [...issues] } : {}),
    changes,
    change_counts: counts,
    repeated: repeated.slice(0, LISTED).map((one) => ({ ...one, signature: one.signature.slice(0, SHOWN) })),
  };
}

/** The part of a comparison in an event: events are small. */
export function diffOfEvent(diff: DomDiff): DomDiff {
  return diff.changes === undefined ? diff : { ...diff, changes: diff.changes.slice(0, LISTED) };
}

/** The part of a comparison stored with a capture: counts only, since the stored trees can be compared again. */
export function countsOf({ status, message, counts, issues, change_counts, pixels }: DomDiff): DomDiff {
  return {
    status,
    ...(message === undefined ? {} : { message }),
    ...(counts === undefined ? {} : { counts }),
    ...(issues === undefined ? {} : { issues }),
    ...(change_counts === undefined ? {} : { change_counts }),
    ...(pixels === undefined ? {} : { pixels }),
  };
}

/** Visible problems of a page, with the codes of older backends, and `http_status` from 400. */
export function issuesOf({ meta }: DomTree, httpStatus: number | null): string[] {
  const { matched_error_selectors: selectors, text_length, dom_nodes } = meta;
  return [
    ...(httpStatus !== null && httpStatus >= 400 ? [`http_status:${httpStatus}`] : []),
    ...(selectors.length > 0 ? [`error_container_detected:${selectors.join(',')}`] : []),
    ...(text_length < MIN_TEXT ? [`too_little_content:text_length=${text_length}<min=${MIN_TEXT}`] : []),
    ...(dom_nodes < MIN_NODES ? [`too_small_dom:nodes=${dom_nodes}<min=${MIN_NODES}`] : []),
  ];
}

function listed(signatures: readonly string[]): string[] {
  return signatures.slice(0, LISTED).map((signature) => signature.slice(0, SHOWN));
}

/** Each signature with its number of elements and the attributes of all of them. */
function signatures(root: Indexed): Map<string, { count: number; attributes: string }> {
  const found = new Map<string, { count: number; list: string[] }>();
  for (const { signature, attributes } of walk(root)) {
    const entry = found.get(signature) ?? { count: 0, list: [] };
    entry.count++;
    entry.list.push(attributes);
    found.set(signature, entry);
  }
  // As a set: another identical element changes the number, not the attributes.
  return new Map(
    [...found].map(([name, { count, list }]) => [name, { count, attributes: [...new Set(list)].sort().join('\n') }]),
  );
}
