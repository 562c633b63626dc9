import type { DomNode } from '@analyzer/contracts/pages/captures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { aligned, linesOf, runsOf } from '../../../web/src/dashboard/model/outline.ts';
import { indexed, walk } from './tree.ts';
import { treeDiff } from './tree-diff.ts';

const { node } = fc.letrec<{ node: DomNode }>((tie) => ({
  node: fc
    .record({
      tag: fc.constantFrom('DIV', 'LI', 'A'),
      id: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined, freq: 5 }),
      text: fc.option(fc.constantFrom('x', 'y'), { nil: undefined }),
      children: fc.oneof({ maxDepth: 3 }, fc.constant<DomNode[]>([]), fc.array(tie('node'), { maxLength: 5 })),
    })
    .map(({ tag, id, text, children }) => ({
      tag,
      ...(id === undefined ? {} : { id }),
      ...(text === undefined ? {} : { text }),
      ...(children.length === 0 ? {} : { children }),
    })),
}));
const root = fc.array(node, { maxLength: 6 }).map((children): DomNode => ({ tag: 'HTML', children }));

describe('two trees side by side, as the page shows them', () => {
  it('names elements as the comparison does', () => {
    fc.assert(
      fc.property(root, (tree) => {
        expect(linesOf(tree).map(({ path }) => path)).toEqual(
          [...walk(indexed(tree, new Map()))].map(({ path }) => path),
        );
      }),
    );
  });

  it('lists each line once on its side, with equal lines side by side', () => {
    fc.assert(
      fc.property(root, root, (a, b) => {
        const digests = new Map<string, string>();
        const { changes } = treeDiff(indexed(a, digests), indexed(b, digests));
        fc.pre(changes.length < 200);
        const pairs = aligned(linesOf(a), linesOf(b), changes);
        expect(pairs.flatMap(({ left }) => (left === null ? [] : [left]))).toEqual(linesOf(a));
        expect(pairs.flatMap(({ right }) => (right === null ? [] : [right]))).toEqual(linesOf(b));
        for (const { left, right, kind } of pairs) {
          if (kind === 'same') expect([left?.label, left?.text]).toEqual([right?.label, right?.text]);
        }
        expect(runsOf(pairs).flatMap((run) => run.pairs)).toEqual(pairs);
        expect(pairs.some(({ kind }) => kind !== 'same')).toBe(changes.length > 0);
      }),
      { numRuns: searchRuns(500) },
    );
  });
});
