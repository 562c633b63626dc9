import { Engine } from 'php-parser';
import type { SampledFunction } from '../../../functions/sample.ts';
import type { Outline, Range } from '../outline.ts';

interface Node {
  kind: string;
  loc: { start: { offset: number }; end: { offset: number } };
  [member: string]: unknown;
}

const FUNCTIONS = new Set(['function', 'method', 'closure']);
const LITERAL = /^(?:\d[\d_.]*|'[^'\\]*'|"[^"\\$]*")$/;

/** PHP by php-parser. */
export function phpOutline({ source, from }: SampledFunction): Outline | undefined {
  const engine = new Engine({ parser: { extractDoc: false, version: 802 }, ast: { withPositions: true } });
  const nodes = nodesIn(engine.parseCode(source, 'f.php'));
  const own = nodes.find(({ kind, loc }) => FUNCTIONS.has(kind) && loc.end.offset > from);
  const body = own?.body;
  if (!isNode(body) || body.kind !== 'block') return undefined;
  const inside = nodesIn(body);
  const blocks = inside.filter(({ kind }) => kind === 'block').map((block) => statementsOf(block, source));
  const literals = inside
    .filter(({ kind }) => kind === 'string' || kind === 'number')
    .map(({ loc }) => ({ from: loc.start.offset, to: loc.end.offset }))
    .filter(({ from: at, to }) => LITERAL.test(source.slice(at, to)));
  return { blocks, literals };
}

/** With the semicolon, which php-parser leaves out of some. */
function statementsOf({ children }: Node, source: string): Range[] {
  const list = Array.isArray(children) ? children.filter(isNode) : [];
  return list.map(({ loc }) => {
    const end = /^\s*;/.exec(source.slice(loc.end.offset))?.[0].length ?? 0;
    return { from: loc.start.offset, to: loc.end.offset + end };
  });
}

/** A node and all nodes in it, outer before inner. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([member, part]) => (member === 'loc' ? [] : nodesIn(part)));
  return isNode(value) ? [value, ...inner] : inner;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value && 'loc' in value && value.loc !== null;
}
