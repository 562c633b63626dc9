import type { Declared, DescribedNode } from '@analyzer/contracts/query/common';
import type { Snapshot } from '#index/port.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { declared } from './contents.ts';
import type { RelatedList } from './related.ts';
import type { Subject } from './subject.ts';

export function describedSubject(snapshot: Snapshot, { id }: Subject): Declared {
  const [subject] = readNodes(snapshot, [id], declared);
  if (subject === undefined) throw new RangeError(`node ${id} has no description`);
  return subject;
}

/** What the request can also mean. */
export const others: RelatedList<DescribedNode> = (snapshot, { others: ids }, { offset, limit }) => ({
  items: readNodes(snapshot, ids.slice(offset, offset + limit), describeNode),
  total: ids.length,
});
