import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import bash from '../../../../../../languages/bash.json' with { type: 'json' };
import { cutIntoPieces } from './pieces.ts';
import { TreeSitterAdapter } from './tree-sitter.ts';

const rule = bash.grammar.pieces;
const show = (source: string) => cutIntoPieces(source, rule).map(({ from, to }) => source.slice(from, to));

it('cuts before and behind functions that begin at the first column', () => {
  const source = 'a=1\nf() {\n  g() { :; }\n}\nfunction h {\n}\none() { :; }\nb=2\nopen() {\n';
  expect(show(source)).toEqual([
    'a=1\n',
    'f() {\n  g() { :; }\n}\n',
    'function h {\n}\n',
    'one() { :; }\n',
    'b=2\n',
    'open() {\n',
  ]);
});

it('covers every source without a gap', () => {
  const line = fc.constantFrom('f() {', '}', 'x', '', 'g() { :; }', 'function k', ')', '  }');
  fc.assert(
    fc.property(fc.array(line), fc.boolean(), (lines, ends) => {
      const source = lines.join('\n') + (ends ? '\n' : '');
      expect(show(source).join('')).toBe(source);
      expect(show(source)).not.toContain('');
    }),
  );
});

it('keeps a fault of one function from swallowing the next ones', async () => {
  const grammar = readFileSync(new URL('../../../../../../languages/grammars/tree-sitter-bash.wasm', import.meta.url));
  const adapter = await TreeSitterAdapter.load(grammar, bash.grammar);
  // The grammar does not know `! {`.
  const source = 'a() {\n  if ! { x; }; then case $y in\n}\nb() {\n  echo "$1"\n}\n';
  const parsed = adapter.parse(source, { language: 'bash' }, Number.POSITIVE_INFINITY);
  if (parsed.outcome !== 'tree') throw new Error(parsed.outcome);
  const { tree, errors } = parsed;
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.every(({ end }) => end <= source.indexOf('b()'))).toBe(true);
  const whole = [...Array(tree.count).keys()].filter(
    (node) => tree.names.name(tree.kind[node] ?? 0) === 'function_definition' && tree.broken[node] === 0,
  );
  expect(whole.map((node) => source.slice(tree.start[node], tree.end[node]))).toEqual(['b() {\n  echo "$1"\n}']);
  expect(tree.size[0]).toBe(tree.count);
});
