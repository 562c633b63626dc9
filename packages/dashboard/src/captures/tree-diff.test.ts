import type { DomNode, DomTree } from '@analyzer/contracts/pages/captures';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchRuns } from '../../../../tools/tests/searches.ts';
import { domDiff, issuesOf } from './dom-diff.ts';
import { longestIncreasing } from './tree-diff.ts';

const FINE = { text_length: 1_000, dom_nodes: 100, matched_error_selectors: [] };
const page = (...children: DomNode[]): DomTree => ({ tag: 'BODY', children, meta: FINE });
const list = (...texts: string[]): DomNode => ({ tag: 'UL', children: texts.map((text) => ({ tag: 'LI', text })) });
const changes = (before: DomTree, after: DomTree): string[] =>
  (domDiff(before, after, []).changes ?? []).map(({ kind, before: a, after: b }) => `${kind} ${a} ${b}`);

describe('treeDiff', () => {
  it.each<[string, DomTree, DomTree, string[]]>([
    ['no change', page(list('a', 'b')), page(list('a', 'b')), []],
    ['a changed text', page(list('a', 'b')), page(list('a', 'c')), ['text BODY/UL/LI[2] BODY/UL/LI[2]']],
    [
      'the first of many siblings',
      page(list('a', 'x', 'x', 'x')),
      page(list('b', 'x', 'x', 'x')),
      ['text BODY/UL/LI[1] BODY/UL/LI[1]'],
    ],
    ['a changed order', page(list('a', 'b', 'c')), page(list('c', 'a', 'b')), ['moved BODY/UL/LI[3] BODY/UL/LI[1]']],
    ['an added element', page(list('a', 'c')), page(list('a', 'b', 'c')), ['inserted null BODY/UL/LI[2]']],
    ['a removed element', page(list('a', 'b', 'c')), page(list('a', 'c')), ['removed BODY/UL/LI[2] null']],
    [
      'attributes',
      page({ tag: 'A', attrs: { href: '/x' } }),
      page({ tag: 'A', attrs: { href: '/y' } }),
      ['attributes BODY/A BODY/A'],
    ],
    [
      'a class of an element with an id',
      page({ tag: 'P', id: 'x', cls: 'a' }, { tag: 'P', cls: 'a' }),
      page({ tag: 'P', cls: 'a' }, { tag: 'P', id: 'x', cls: 'b' }),
      ['moved BODY/P BODY/P', 'attributes BODY/P#x BODY/P#x'].toSorted(),
    ],
    ['a replaced element', page({ tag: 'P' }), page({ tag: 'DIV' }), ['removed BODY/P null', 'inserted null BODY/DIV']],
  ])('sees %s', (_, before, after, wanted) => {
    expect(changes(before, after).toSorted()).toEqual(wanted.toSorted());
  });

  it('quotes the changed texts', () => {
    const { changes: found } = domDiff(page(list('a')), page(list('b')), []);
    expect(found).toEqual([{ kind: 'text', before: 'BODY/UL/LI', after: 'BODY/UL/LI', was: 'a', is: 'b' }]);
  });

  const node: fc.Arbitrary<DomNode> = fc.letrec<{ node: DomNode }>((tie) => ({
    node: fc.record(
      {
        tag: fc.constantFrom('DIV', 'P', 'LI'),
        id: fc.constantFrom('a', 'b'),
        cls: fc.constantFrom('x', 'y'),
        text: fc.constantFrom('one', 'two'),
        children: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'tree' }),
      },
      { requiredKeys: ['tag'] },
    ),
  })).node;
  const tree = node.map((root): DomTree => ({ ...root, tag: 'BODY', meta: FINE }));
  const sizeOf = ({ children = [] }: DomNode): number => children.reduce((sum, child) => sum + sizeOf(child), 1);

  it('finds no change between equal trees, a change between others, and counts every node', () => {
    fc.assert(
      fc.property(tree, tree, (a, b) => {
        expect(domDiff(a, structuredClone(a), []).changes).toEqual([]);
        const { change_counts: counts } = domDiff(a, b, []);
        const sum = Object.values(counts ?? {}).reduce((all, one) => all + one, 0);
        expect(sum > 0).toBe(JSON.stringify(withoutEmpty(a)) !== JSON.stringify(withoutEmpty(b)));
        if (counts?.inserted === 0 && counts.removed === 0) expect(sizeOf(a)).toBe(sizeOf(b));
      }),
      { numRuns: searchRuns(300) },
    );
  });

  it('compares a page with many equal elements in bounded time', () => {
    const many = (from: number): DomTree => page(list(...Array.from({ length: 20_000 }, (_, i) => `${from + i}`)));
    const [first, second] = [many(0), many(1)];
    const before = process.cpuUsage();
    const { change_counts: counts } = domDiff(first, second, []);
    expect(counts).toEqual({ inserted: 1, removed: 1, moved: 0, text: 0, attributes: 0 });
    // Microseconds of processor time, which does not depend on other programs; quadratic time is minutes.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });
});

/** No children and an empty list of children are equal, and the order of properties does not count. */
function withoutEmpty({ tag, id, cls, text, children = [] }: DomNode): unknown {
  return [tag, id, cls, text, children.map(withoutEmpty)];
}

it('longestIncreasing finds a longest increasing subsequence', () => {
  const cases: [number[], number][] = [
    [[], 0],
    [[0, 1, 2], 3],
    [[2, 1, 0], 1],
    [[3, 0, 1, 2], 3],
    [[1, 4, 2, 3, 0], 3],
  ];
  for (const [values, length] of cases) {
    const run = [...longestIncreasing(values)].sort((a, b) => a - b);
    expect(run).toHaveLength(length);
    expect(values.filter((value) => run.includes(value))).toEqual(run);
  }
});

describe('the comparison of older backends', () => {
  const many = (prefix: string, count: number, attrs?: Record<string, string>): DomNode[] =>
    Array.from({ length: count }, (_, i) => ({
      tag: 'DIV',
      cls: `${prefix}${i}`,
      ...(attrs === undefined ? {} : { attrs }),
    }));

  it.each<[string, DomTree, DomTree, string]>([
    ['two new signatures', page(), page(...many('n', 2)), 'ok'],
    ['three new signatures', page(), page(...many('n', 3)), 'changed'],
    ['two removed signatures', page(...many('n', 2)), page(), 'ok'],
    ['three removed signatures', page(...many('n', 3)), page(), 'changed'],
    ['attributes of four elements', page(...many('n', 4)), page(...many('n', 4, { a: 'b' })), 'ok'],
    ['attributes of five elements', page(...many('n', 5)), page(...many('n', 5, { a: 'b' })), 'changed'],
    ['one changed text', page(list('a')), page(list('b')), 'changed'],
    ['one more identical element', page(list('a')), page(list('a', 'a')), 'changed'],
    ['a changed order', page(list('a', 'b')), page(list('b', 'a')), 'changed'],
  ])('%s', (_, before, after, status) => {
    expect(domDiff(before, after, []).status).toBe(status);
  });

  it('lists at most 20 of the counted signatures, sorted', () => {
    const diff = domDiff(page(), page(...many('n', 30)), []);
    expect(diff.counts).toEqual({ added: 30, removed: 0, changed_attrs: 0, total_old: 1, total_new: 31 });
    expect(diff.added).toHaveLength(20);
    expect(diff.added?.slice(0, 3)).toEqual(['DIV/.n0', 'DIV/.n1', 'DIV/.n10']);
  });

  it('reports issues, which override the status', () => {
    const meta = { text_length: 5, dom_nodes: 3, matched_error_selectors: ['#error-container', '.error-container'] };
    const issues = issuesOf({ ...page(), meta }, 404);
    expect(issues).toEqual([
      'http_status:404',
      'error_container_detected:#error-container,.error-container',
      'too_little_content:text_length=5<min=200',
      'too_small_dom:nodes=3<min=20',
    ]);
    expect(domDiff(page(), page(), issues)).toMatchObject({ status: 'issue', issues });
    expect(issuesOf(page(), 399)).toEqual([]);
    expect(issuesOf(page(), null)).toEqual([]);
  });
});
