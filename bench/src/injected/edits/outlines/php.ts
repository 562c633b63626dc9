import { Engine } from 'php-parser';
import type { SampledFunction } from '../../../functions/sample.ts';
import type { ControlBody, Outline, Range } from '../outline.ts';

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
  const bodies = inside.flatMap((node) => bodiesOf(node).map((its) => controlBody(its, source)));
  const callback = own === undefined ? {} : callbackOf(own, body, source);
  return { blocks, literals, bodies, ...callback };
}

const LOOPS = new Set(['for', 'foreach', 'while', 'do']);
const SIMPLE = new Set(['expressionstatement', 'return', 'throw', 'echo']);

/** Of `if`, `else` and loops, without `elseif` and the form with a colon. */
function bodiesOf({ kind, body, alternate, shortForm }: Node): Node[] {
  if (shortForm === true) return [];
  if (LOOPS.has(kind)) return isNode(body) ? [body] : [];
  if (kind !== 'if') return [];
  return [body, alternate].filter(isNode).filter((its) => its.kind !== 'if');
}

function controlBody(body: Node, source: string): ControlBody {
  const range = withSemicolon(body, source);
  if (body.kind !== 'block') return { ...range, hasBraces: false };
  const [only, ...others] = Array.isArray(body.children) ? body.children.filter(isNode) : [];
  const isSimple = only !== undefined && SIMPLE.has(only.kind) && others.length === 0;
  return { ...range, hasBraces: true, ...(isSimple && { single: withSemicolon(only, source) }) };
}

function callbackOf(own: Node, body: Node, source: string): { callback?: string } {
  const head = source.slice(own.loc.start.offset, body.loc.start.offset);
  const from = head.indexOf('(');
  const text = source.slice(body.loc.start.offset, body.loc.end.offset);
  if (from < 0 || head.includes('#[') || /\bparent::/.test(text)) return {};
  return { callback: `function ${head.slice(from)}${text}` };
}

/** With the semicolon, which php-parser leaves out of some. */
function statementsOf({ children }: Node, source: string): Range[] {
  const list = Array.isArray(children) ? children.filter(isNode) : [];
  return list.map((its) => withSemicolon(its, source));
}

function withSemicolon({ loc }: Node, source: string): Range {
  const end = /^\s*;/.exec(source.slice(loc.end.offset))?.[0].length ?? 0;
  return { from: loc.start.offset, to: loc.end.offset + end };
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
