import { describe, expect, it } from 'vitest';
import { type SnapshotDocument, treeOf } from './snapshot.ts';

interface Row {
  parent: number;
  type: number;
  name?: string;
  value?: string;
  attributes?: string[];
  id?: number;
}

/** Converts rows to the columns of the protocol. */
function document(rows: readonly Row[], more: Partial<SnapshotDocument['nodes']> = {}) {
  const strings: string[] = [];
  const number = (text: string): number => strings.push(text) - 1;
  const nodes = {
    parentIndex: rows.map(({ parent }) => parent),
    nodeType: rows.map(({ type }) => type),
    nodeName: rows.map(({ name = '' }) => number(name)),
    nodeValue: rows.map(({ value = '' }) => number(value)),
    backendNodeId: rows.map(({ id = 0 }) => id),
    attributes: rows.map(({ attributes = [] }) => attributes.map(number)),
    ...more,
  };
  return { document: { nodes }, strings, number };
}

const element = (parent: number, name: string, ...attributes: string[]): Row => ({ parent, type: 1, name, attributes });
const text = (parent: number, value: string): Row => ({ parent, type: 3, value });

function tree(rows: readonly Row[], maxDepth = 10, ignored: readonly number[] = []) {
  const { document: made, strings } = document(rows);
  return treeOf(made, strings, maxDepth, new Set(ignored));
}

const PAGE: Row[] = [
  { parent: -1, type: 9 },
  element(0, 'HTML', 'lang', 'en'),
  element(1, 'BODY', 'class', ' b  a ', 'style', 'color: red', 'id', 'top', 'data-x', '1'),
  text(2, '  Hello \n  there '),
  element(2, 'B'),
  text(4, 'bold'),
  text(2, 'again'),
  element(2, 'SCRIPT'),
  text(7, 'var x;'),
  { parent: 2, type: 8, value: 'a comment' },
];

describe('the tree of a page', () => {
  it('contains texts and the fields of older backends', () => {
    expect(tree(PAGE)).toEqual({
      truncated: false,
      tree: {
        tag: 'HTML',
        attrs: { lang: 'en' },
        children: [
          {
            tag: 'BODY',
            id: 'top',
            cls: 'a b',
            attrs: { 'data-x': '1' },
            text: 'Hello there again',
            children: [{ tag: 'B', text: 'bold' }, { tag: 'SCRIPT' }],
          },
        ],
        meta: { text_length: 20, dom_nodes: 4, matched_error_selectors: [] },
      },
    });
  });

  it('omits elements that are too deep, but counts them', () => {
    expect(tree(PAGE, 1)?.tree).toMatchObject({
      children: [{ tag: 'BODY', text: 'Hello there again' }],
      meta: { text_length: 20, dom_nodes: 4 },
    });
    expect(tree(PAGE, 1)?.tree.children?.[0]).not.toHaveProperty('children');
  });

  it('omits ignored elements and their content', () => {
    const rows = [...PAGE, { ...element(2, 'TIME'), id: 7 }, text(10, 'noon'), element(10, 'I'), text(12, 'or so')];
    expect(tree(rows, 10, [7])).toEqual(tree(PAGE));
  });

  it.each([
    [['id', 'error-container'], ['#error-container']],
    [
      ['class', 'error-container'],
      ['.error-container', "[class*='error'][class*='container']"],
    ],
    [['class', 'my-errors wide-container'], ["[class*='error'][class*='container']"]],
    [['data-testid', 'error-container'], ["[data-testid='error-container']"]],
    [['class', 'error'], []],
  ])('finds an error container: %s', (attributes, selectors) => {
    const found = tree([...PAGE, element(2, 'DIV', ...attributes)]);
    expect(found?.tree.meta.matched_error_selectors).toEqual(selectors);
  });

  it('contains open shadow trees, but no user-agent shadow trees and no pseudo-elements', () => {
    const rows = [...PAGE, { parent: 2, type: 11 }, element(10, 'SPAN'), { parent: 2, type: 11 }, element(12, 'INPUT')];
    const { document: made, strings, number } = document([...rows, element(2, '::before')]);
    const nodes = {
      ...made.nodes,
      pseudoType: { index: [14] },
      shadowRootType: { index: [10, 12], value: [number('open'), number('user-agent')] },
    };
    const found = treeOf({ nodes }, strings, 10, new Set());
    expect(found?.tree.children?.[0]?.children?.map(({ tag }) => tag)).toEqual(['B', 'SCRIPT', 'SPAN']);
  });

  it('stops at 20,000 elements and reports it', () => {
    const rows = [...PAGE, ...Array.from({ length: 25_000 }, () => element(2, 'P'))];
    const found = tree(rows);
    expect(found?.truncated).toBe(true);
    expect(found?.tree.meta.dom_nodes).toBe(25_004);
    expect(found?.tree.children?.[0]?.children).toHaveLength(19_999);
  });

  it('is undefined if there are no elements', () => expect(tree([{ parent: -1, type: 9 }])).toBeUndefined());
});
