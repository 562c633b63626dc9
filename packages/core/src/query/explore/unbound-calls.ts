import type { UnboundCall } from '@analyzer/contracts/query/common';
import type { FileCalls, Snapshot } from '#index/port.ts';
import { BySubject, type Related, type RelatedList, related, type Window } from './related.ts';
import type { Subject } from './subject.ts';

interface Unbound {
  /** Integer id of the calling declaration or file. */
  node: number;
  line: number;
  callee: string;
  state: 'external' | 'unresolved';
  reason: string;
}

const [unboundOf, possibleOf] = [new BySubject<Unbound[]>(), new BySubject<Unbound[]>()];

/** Calls in the subject without a target in the index, in order of position. */
export const unboundCalls: RelatedList<UnboundCall> = (snapshot, subject, window) =>
  listed(
    unboundOf.of(subject, () => [...callsIn(snapshot, subject)]),
    window,
  );

/**
 * Calls of the subject's name in its project whose target is not known: each could be a call of the subject. A method is
 * called with a receiver.
 */
export const possibleCalls: RelatedList<UnboundCall> = (snapshot, subject, window) => {
  if (subject.isFile) return listed([], window);
  const found = possibleOf.of(subject, () => [...callsOfName(snapshot, subject)]);
  return listed(productFirst(snapshot, found), window);
};

function* callsIn(snapshot: Snapshot, { file, project, range: [first, last] }: Subject): IterableIterator<Unbound> {
  for (const calls of snapshot.calls(project, { file })) {
    for (const call of unbound(calls, () => true)) if (call.node >= first && call.node <= last) yield call;
  }
}

function* callsOfName(snapshot: Snapshot, { name, project, range, isMethod }: Subject): IterableIterator<Unbound> {
  const [first, last] = range;
  const isCalled = (callee: string) => callee.endsWith(`.${name}`) || (callee === name && !isMethod);
  for (const calls of snapshot.calls(project, { name })) {
    for (const call of unbound(calls, isCalled)) {
      if (call.state === 'unresolved' && (call.node < first || call.node > last)) yield call;
    }
  }
}

const PRODUCT = `
  SELECT node.id FROM json_each(?) AS wanted CROSS JOIN node ON node.id = wanted.value WHERE classes = 0 ORDER BY node.id`;

function productFirst(snapshot: Snapshot, found: readonly Unbound[]): Unbound[] {
  if (found.length < 2) return [...found];
  const ids = JSON.stringify([...new Set(found.map(({ node }) => node))]);
  const product = new Set(snapshot.all(PRODUCT, [ids], (row) => row.integer('id')));
  return [...found].sort((a, b) => Number(product.has(b.node)) - Number(product.has(a.node)) || a.node - b.node);
}

function* unbound(calls: FileCalls, isWanted: (callee: string) => boolean): IterableIterator<Unbound> {
  for (const [index, callee] of calls.callee.entries()) {
    const state = calls.state[index];
    if ((state !== 'external' && state !== 'unresolved') || !isWanted(callee)) continue;
    const node = calls.file + 1 + (calls.within[index] ?? -1);
    yield { node, line: calls.line[index] ?? 1, callee, state, reason: calls.reason[index] ?? '' };
  }
}

function listed(found: readonly Unbound[], { offset, limit }: Window): Related<UnboundCall> {
  return related(
    { found: found.slice(offset, offset + limit), total: found.length },
    ({ node }) => [node],
    ({ node }, { line, callee, state, reason }) => ({ node, line, callee, state, reason }),
  );
}
