import type { DescribedNode } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import { describeNodes } from '../describe/nodes.ts';
import type { Subject } from './subject.ts';

/** The items of a list to return. */
export interface Window {
  offset: number;
  limit: number;
}

/** The items of a window, and the number of all items. */
export interface Related<Item> {
  items: Item[];
  total: number;
}

/** Related declarations and files of a subject, most relevant first. */
export type RelatedList<Item> = (snapshot: Snapshot, subject: Subject, window: Window) => Related<Item>;

/** A range of ids; in subqueries, so that a server plans the statement once and not for each range. */
export const IN_RANGE = 'BETWEEN (SELECT ?) AND (SELECT ?)';

/** Sorts code of the product before tests, vendored and generated code, examples, benchmarks and configuration. */
export const PRODUCT_FIRST = 'CASE WHEN far.classes = 0 THEN 0 ELSE 1 END';

/**
 * A page with the number of all items, which is counted only if the page does not show it.
 *
 * @param found of the page
 */
export function pageOf<Found, Item>(
  snapshot: Snapshot,
  { offset, limit }: Window,
  found: readonly Found[],
  { describe, count }: { describe: (found: readonly Found[]) => Item[]; count: () => number | undefined },
): Related<Item> {
  const isLast = found.length < limit && (found.length > 0 || offset === 0);
  const total = () => (isLast ? offset + found.length : (count() ?? 0));
  snapshot.gather([() => describe(found), total]);
  return { items: describe(found), total: total() };
}

/**
 * Describes the nodes of items.
 *
 * @param nodeOf integer id of an item's node
 */
export function withNodes<Found, Item>(
  snapshot: Snapshot,
  found: readonly Found[],
  nodeOf: (found: Found) => number,
  itemOf: (node: DescribedNode, found: Found) => Item,
): Item[] {
  const described = describeNodes(snapshot, found.map(nodeOf));
  return found.flatMap((one) => {
    const node = described.get(nodeOf(one));
    return node === undefined ? [] : [itemOf(node, one)];
  });
}
