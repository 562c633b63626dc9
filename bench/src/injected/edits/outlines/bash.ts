import { forEachChild, parse, type SyntaxNode } from 'unbash';
import type { SampledFunction } from '../../../functions/sample.ts';
import type { Outline } from '../outline.ts';

const LITERAL = /^(?:\d+|'[^'\\]*'|"[^"\\$`]*")$/;

/** Bash by unbash. */
export function bashOutline({ source }: SampledFunction): Outline | undefined {
  const own = functionIn(parse(source));
  if (own === undefined) return undefined;
  const outline: Outline = { blocks: [], literals: [] };
  const visit = (node: SyntaxNode) => {
    if (node.type === 'CompoundList')
      outline.blocks.push(node.commands.map(({ pos, end }) => ({ from: pos, to: end })));
    if (node.type === 'Command') {
      for (const { pos, end } of node.args) {
        if (LITERAL.test(source.slice(pos, end))) outline.literals.push({ from: pos, to: end });
      }
    }
    forEachChild(node, visit);
  };
  visit(own);
  return outline.blocks.length === 0 ? undefined : outline;
}

function functionIn(root: SyntaxNode): SyntaxNode | undefined {
  const pending = [root];
  for (let node = pending.shift(); node !== undefined; node = pending.shift()) {
    if (node.type === 'Function') return node;
    forEachChild(node, (child) => {
      pending.push(child);
    });
  }
  return undefined;
}
