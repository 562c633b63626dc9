import { Engine } from 'php-parser';
import { type Code, Positions, type Span } from './leaves.ts';

interface Node {
  kind: string;
  loc: { start: { offset: number }; end: { offset: number } };
  [member: string]: unknown;
}

const OPTIONS = {
  parser: { extractDoc: false, version: 802 },
  ast: { withPositions: true },
  lexer: { all_tokens: true, comment_tokens: true },
};
const NO_CODE = new Set([
  ...['T_WHITESPACE', 'T_COMMENT', 'T_DOC_COMMENT', 'T_OPEN_TAG', 'T_OPEN_TAG_WITH_ECHO', 'T_CLOSE_TAG'],
  'T_INLINE_HTML',
]);
/** Members of nodes that are lists of statements, members, cases or items. */
const LISTS = new Set(['children', 'body', 'items', 'cases']);

/** PHP by the tokens and the tree of php-parser. */
export function phpCode(source: string): Code | undefined {
  const positions = new Positions(source);
  const [excluded, lists]: [Span[], Span[][]] = [[], []];
  let tokens: unknown;
  try {
    const nodes = nodesIn(new Engine(OPTIONS).parseCode(source, 'f.php'));
    excluded.push(...nodes.filter(isWithoutCode).map((node) => withSemicolon(rangeOf(node), source)));
    for (const node of nodes) {
      for (const [member, value] of Object.entries(node)) {
        if (!LISTS.has(member) || !Array.isArray(value)) continue;
        lists.push(value.filter(isNode).map((item) => positions.span(rangeOf(item))));
      }
    }
    tokens = new Engine(OPTIONS).tokenGetAll(source);
  } catch {
    return undefined;
  }
  return { leaves: codeTokens(tokens, excluded).map((at) => positions.at(at)), lists };
}

/** Offsets of tokens of code. */
function codeTokens(tokens: unknown, excluded: readonly Span[]): number[] {
  const found: number[] = [];
  let at = 0;
  let inNamespace = false;
  for (const token of Array.isArray(tokens) ? tokens : []) {
    const [name, text]: [string, string] = Array.isArray(token) ? [token[0], token[1]] : ['', String(token)];
    if (name === 'T_NAMESPACE') inNamespace = true;
    const isCode = !NO_CODE.has(name) && !inNamespace && !excluded.some(({ from, to }) => at >= from && at < to);
    if (isCode) found.push(at);
    if (text === ';' || text === '{') inNamespace = false;
    at += text.length;
  }
  return found;
}

function isWithoutCode({ kind, body, expression }: Node): boolean {
  if (kind === 'usegroup') return true;
  if (kind === 'expressionstatement') return isNode(expression) && expression.kind === 'include';
  return kind === 'method' && !isNode(body);
}

/** php-parser leaves it out of imports and of methods without a body. */
function withSemicolon({ from, to }: Span, source: string): Span {
  return { from, to: to + (/^\s*;/.exec(source.slice(to))?.[0].length ?? 0) };
}

function rangeOf({ loc }: Node): Span {
  return { from: loc.start.offset, to: loc.end.offset };
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
