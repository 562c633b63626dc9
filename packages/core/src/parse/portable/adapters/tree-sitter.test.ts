import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import php from '../../../../../../languages/php.json' with { type: 'json' };
import python from '../../../../../../languages/python.json' with { type: 'json' };
import type { FlatTree } from '../flat-tree.ts';
import { processorTime } from '../processor-time.ts';
import { TreeSitterAdapter } from './tree-sitter.ts';

const grammars = new URL('../../../../../../languages/grammars/', import.meta.url);

function load(data: { grammar: { file: string; text_kinds: string[]; recovered: string[]; self_test: string } }) {
  return TreeSitterAdapter.load(readFileSync(new URL(data.grammar.file, grammars)), data.grammar);
}

/** Leaves as `kind=text`, inner nodes as `kind(…)`, with fields before a colon. */
function show(tree: FlatTree): string {
  const write = (node: number): string => {
    const field = tree.names.name(tree.field[node] ?? 0);
    const kind = (field === '' ? '' : `${field}:`) + tree.names.name(tree.kind[node] ?? 0);
    const size = tree.size[node] ?? 1;
    if (size === 1) return `${kind}=${JSON.stringify(tree.text(node))}`;
    const children: string[] = [];
    for (let child = node + 1; child < node + size; child += tree.size[child] ?? 1) children.push(write(child));
    return `${kind}(${children.join(' ')})`;
  };
  return write(0);
}

describe.each([
  ['python', python],
  ['php', php],
])('%s', (language, data) => {
  it('reads the same tree from memory as with the cursor', async () => {
    const adapter = await load(data);
    expect(adapter.heapWalkAgrees(data.grammar.self_test)).toBe(true);
  });

  it('reads a surrogate pair across chunks of the binding', async () => {
    const adapter = await load(data);
    const open = language === 'php' ? "<?php $a = '" : "a='";
    for (let pad = 5_110; pad < 5_125; pad++) {
      const source = `${open}${'x'.repeat(pad - open.length)}😀'${language === 'php' ? ';' : ''}\n`;
      const parsed = adapter.parse(source, { language }, Number.POSITIVE_INFINITY);
      expect(parsed.outcome === 'tree' && parsed.errors).toEqual([]);
    }
  });

  it('stops at the deadline and parses the next file correctly', async () => {
    const adapter = await load(data);
    const mode = { language };
    const long = `${language === 'php' ? '<?php ' : ''}${'a=(b)\n'.repeat(50_000)}`;
    expect(adapter.parse(long, mode, processorTime() - 1).outcome).toBe('timeout');
    const parsed = adapter.parse(data.grammar.self_test, mode, Number.POSITIVE_INFINITY);
    const fresh = await load(data);
    const expected = fresh.parse(data.grammar.self_test, mode, Number.POSITIVE_INFINITY);
    expect(parsed.outcome === 'tree' && show(parsed.tree)).toBe(expected.outcome === 'tree' && show(expected.tree));
  });
});

describe('gaps', () => {
  it('distinguishes strings that have equal trees in the grammar', async () => {
    const adapter = await load(python);
    const trees = ['"foo\\n"', '"bar\\n"'].map((source) => {
      const parsed = adapter.parse(source, { language: 'python' }, Number.POSITIVE_INFINITY);
      return parsed.outcome === 'tree' ? show(parsed.tree) : '';
    });
    expect(trees[0]).toContain('~="foo"');
    expect(trees[1]).toContain('~="bar"');
  });

  it.each([
    [
      'python',
      python,
      'import os\n\nclass A:\n    def a(self):\n        return 1\n    # c\n    x = f"{\n    y = 1\n\ndef b():\n    return 2\n',
    ],
    [
      'php',
      php,
      '<?php\nuse A\\B;\nfunction a() { return 1; }\n\nclass C {\n  // c\n  const X = 1;\n  function b( }\n\nfunction d() { return 2; }\n',
    ],
  ])('%s: the range of an error contains no complete statement', async (language, data, source) => {
    const adapter = await load(data);
    const parsed = adapter.parse(source, { language }, Number.POSITIVE_INFINITY);
    if (parsed.outcome !== 'tree') throw new Error(parsed.outcome);
    const ranges = parsed.errors.map(({ start, end }) => source.slice(start, end));
    expect(ranges.length).toBeGreaterThan(0);
    for (const range of ranges) expect(range).not.toMatch(/return|import|use A|const|[/#] c/);
  });

  it('reports an error once, including missing nodes', async () => {
    const adapter = await load(php);
    const parsed = adapter.parse('<?php f(1;\n', { language: 'php' }, Number.POSITIVE_INFINITY);
    expect(parsed.outcome === 'tree' && parsed.errors).toEqual([{ start: 9, end: 9, message: 'missing )' }]);
  });
});
