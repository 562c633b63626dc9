import { describe, expect, it } from 'vitest';
import type { ParseMode } from '../../engine.ts';
import type { FlatTree } from '../flat-tree.ts';
import { OxcAdapter } from './oxc.ts';

const javascript: ParseMode = { language: 'javascript' };
const typescript: ParseMode = { language: 'typescript' };

function parse(source: string, mode = javascript) {
  return new OxcAdapter().parse(source, mode);
}

/** Text of the leaves in a field, ordered. */
function leaves(source: string, field: string, mode = javascript): string[] {
  const parsed = parse(source, mode);
  if (parsed.outcome !== 'tree') return [parsed.outcome];
  const { tree } = parsed;
  return [...Array(tree.count).keys()].filter((node) => named(tree, node) === field).map((node) => tree.text(node));
}

function named(tree: FlatTree, node: number): string {
  return tree.names.name(tree.field[node] ?? 0);
}

describe('leaves', () => {
  it('have the JSON text of their values', () => {
    expect(leaves('[1.50, "a\\n", true, null, 1e999]', 'value')).toEqual(['1.5', '"a\\n"', 'true', '', '1e+400']);
  });

  it('have an escape for a lone surrogate', () => {
    expect(leaves('"\\ud83d"', 'value')).toEqual(['"\\ud83d"']);
  });

  it('contain the parts of regular expressions and big integers', () => {
    expect(leaves('/a\\/b/gi', 'pattern')).toEqual(['"a\\\\/b"']);
    expect(leaves('0x1fn', 'bigint')).toEqual(['"31"']);
  });
});

describe('the tree', () => {
  it('is in source order, with consistent sizes and parents', () => {
    const parsed = parse('const a = [1, , 2]; function f(b, c) { return b }');
    if (parsed.outcome !== 'tree') throw new Error(parsed.outcome);
    const { tree } = parsed;
    const kinds = [...Array(tree.count).keys()].map((node) => tree.names.name(tree.kind[node] ?? 0));
    expect(kinds.filter((kind) => kind === 'null')).toHaveLength(1);
    for (let node = 1; node < tree.count; node++) {
      const parent = tree.parent[node] ?? -1;
      expect(parent).toBeLessThan(node);
      expect(node).toBeLessThan(parent + (tree.size[parent] ?? 0));
    }
    const identifiers = leaves('f(a, b.c, [d], {e: g})', 'name');
    expect(identifiers).toEqual(['"f"', '"a"', '"b"', '"c"', '"d"', '"e"', '"g"']);
  });
});

it('reads a JSX name with a backslash as in the source, and marks the error', () => {
  const parsed = parse('f(<Menu\\\n>x</Menu>)');
  if (parsed.outcome !== 'tree') throw new Error(parsed.outcome);
  expect(parsed.errors).not.toHaveLength(0);
});

describe('modes', () => {
  it('accept a return at top level as CommonJS', () => {
    expect(parse('return 1')).toMatchObject({ outcome: 'tree', errors: [] });
  });

  it('accept JSX in JavaScript and only in the tsx dialect of TypeScript', () => {
    expect(parse('<a/>')).toMatchObject({ outcome: 'tree', errors: [] });
    expect(parse('<a/>', { ...typescript, dialect: 'tsx' })).toMatchObject({ outcome: 'tree', errors: [] });
    expect(parse('let x = <T>y', typescript)).toMatchObject({ outcome: 'tree', errors: [] });
  });

  it('fail for a file with a fatal error', () => {
    const parsed = parse('let = = ;\n');
    expect(parsed.outcome).toBe('syntax-error');
    expect(parsed.outcome === 'syntax-error' && parsed.errors[0]?.message).toMatch(/\w/);
  });

  it('mark only the nodes around a recoverable error', () => {
    const parsed = parse('function a() { new.target }\nfunction b() {}\nnew.target');
    if (parsed.outcome !== 'tree') throw new Error(parsed.outcome);
    const { tree, errors } = parsed;
    expect(errors).toHaveLength(1);
    const functions = [...Array(tree.count).keys()].filter(
      (node) => tree.names.name(tree.kind[node] ?? 0) === 'FunctionDeclaration',
    );
    expect(functions.map((node) => tree.broken[node])).toEqual([0, 0]);
    expect(tree.broken[0]).toBe(1);
  });
});
