import type { Declared, DescribedNode } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import { readNodes } from '../describe/nodes.ts';
import { declared } from './contents.ts';
import { type Related, type RelatedList, related } from './related.ts';

/** Describes the nodes of lists, on a server those of all lists by one statement. */
export class Descriptions {
  readonly #snapshot: Snapshot;
  readonly #described = new Map<number, Declared>();

  /**
   * @param id of a node to describe too
   * @param others what a server reads together with the lists
   */
  constructor(
    snapshot: Snapshot,
    id: number,
    lists: readonly (() => Related<unknown>)[],
    others: readonly (() => unknown)[],
  ) {
    this.#snapshot = snapshot;
    const ids = new Set([id]);
    const collected = lists.map((list) => () => {
      for (const node of list().nodes) ids.add(node);
    });
    snapshot.gather([...collected, ...others]);
    this.#read(ids);
  }

  of(id: number): Declared {
    const found = this.#described.get(id);
    if (found === undefined) throw new RangeError(`node ${id} has no description`);
    return found;
  }

  list<Item>({ nodes, total, items }: Related<Item>): { items: Item[]; total: number } {
    this.#read(new Set(nodes.filter((id) => !this.#described.has(id))));
    return { items: items(this.#described), total };
  }

  #read(ids: ReadonlySet<number>): void {
    const rows = readNodes(this.#snapshot, [...ids], (row) => [row.integer('id'), declared(row)] as const);
    for (const [id, its] of rows) this.#described.set(id, its);
  }
}

/** What the request can also mean. */
export const others: RelatedList<DescribedNode> = (_, { others: ids }, { offset, limit }) =>
  related(
    { found: ids.slice(offset, offset + limit), total: ids.length },
    (id) => [id],
    ({ node }) => node,
  );
