import type { Declared } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import type { Subject } from './subject.ts';

/** The items of a list to return. */
export interface Window {
  offset: number;
  limit: number;
}

/** Descriptions of nodes by their integer ids. */
export type Described = ReadonlyMap<number, Declared>;

/** The items of a window, whose nodes are not described yet, and the number of all items. */
export interface Related<Item> {
  /** Integer ids of the nodes to describe. */
  nodes: readonly number[];
  total: number;
  items(described: Described): Item[];
}

/** Related declarations and files of a subject, most relevant first. */
export type RelatedList<Item> = (snapshot: Snapshot, subject: Subject, window: Window) => Related<Item>;

/** A range of ids; in subqueries, so that a server plans the statement once and not for each range. */
export const IN_RANGE = 'BETWEEN (SELECT ?) AND (SELECT ?)';

/** Sorts code of the product before tests, vendored and generated code, examples, benchmarks and configuration. */
export const PRODUCT_FIRST = 'CASE WHEN far.classes = 0 THEN 0 ELSE 1 END';

/** A page with the number of all items, which the rows have; a page after the last one has no rows. */
export function pageOf<Found extends { total: number }>(
  window: Window,
  read: (window: Window) => Found[],
): { found: Found[]; total: number } {
  const found = read(window);
  const first = found.length > 0 || window.offset === 0 ? found : read({ offset: 0, limit: 1 });
  return { found, total: first[0]?.total ?? 0 };
}

/**
 * @param nodesOf integer ids of the nodes that an item needs, of which the first is its own
 * @param itemOf called with the description of the own one
 */
export function related<Found, Item>(
  { found, total }: { found: readonly Found[]; total: number },
  nodesOf: (found: Found) => [own: number, ...others: number[]],
  itemOf: (own: Declared, found: Found, described: Described) => Item,
): Related<Item> {
  return {
    nodes: found.flatMap(nodesOf),
    total,
    items: (described) =>
      found.flatMap((one) => {
        const own = described.get(nodesOf(one)[0]);
        return own === undefined ? [] : [itemOf(own, one, described)];
      }),
  };
}

/** Results by subject: several lists need the same, and a server's lists are computed several times. */
export class BySubject<Result> {
  readonly #known = new WeakMap<Subject, Result>();

  of(subject: Subject, compute: () => Result): Result {
    const result = this.#known.get(subject) ?? compute();
    this.#known.set(subject, result);
    return result;
  }
}
