import { Engine } from 'php-parser';
import bench from '../../../package.json' with { type: 'json' };
import type { SampledFunction } from '../../functions/sample.ts';
import type { Locals, LocalsReader, Occurrence } from '../locals.ts';

interface Node {
  kind: string;
  loc: { start: { offset: number }; end: { offset: number } };
  [member: string]: unknown;
}

const FUNCTIONS = new Set(['function', 'method', 'closure', 'arrowfunc']);
/** Constructs that read or write variables by computed names. */
const BY_NAME = new Set(['compact', 'extract', 'get_defined_vars', 'parse_str', 'mb_parse_str']);
const FIXED = new Set([
  ...['this', 'GLOBALS', '_COOKIE', '_ENV', '_FILES', '_GET', '_POST', '_REQUEST', '_SERVER', '_SESSION'],
  ...['argc', 'argv', 'http_response_header', 'php_errormsg'],
]);

/** PHP by php-parser. Each function has its own variables; each spelling gets one new name in the function. */
export const phpLocals: LocalsReader = {
  tool: `php-parser ${bench.devDependencies['php-parser']}`,
  locals({ source, from }: SampledFunction): Locals {
    const engine = new Engine({ parser: { extractDoc: false, version: 802 }, ast: { withPositions: true } });
    const own = find(engine.parseCode(source, 'f.php'), (node) => isFunction(node) && node.loc.start.offset >= from);
    if (own === undefined) return { unsafe: 'the reader finds no function' };
    const found: Occurrence[] = [];
    const outer = new Set([...FIXED, ...capturedNames(own)]);
    const unsafe = read(own, undefined, own, source, found);
    if (unsafe !== undefined) return { unsafe };
    // An arrow function shares the variables around it.
    const names = new Set(own.kind === 'arrowfunc' ? parameterNames(own) : found.map(({ name }) => name));
    const occurrences = found.filter(({ name }) => names.has(name) && !outer.has(name));
    return { occurrences, traits: new Set() };
  },
};

/** Adds the positions of variables below a value. @returns why renaming is unsafe */
function read(
  value: unknown,
  above: Node | undefined,
  own: Node,
  source: string,
  found: Occurrence[],
): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const node = isNode(value) ? value : undefined;
  const unsafe = node && (whyUnsafe(node, own) ?? addOccurrence(node, above, source, found));
  if (unsafe !== undefined) return unsafe;
  for (const [member, child] of Object.entries(value)) {
    if (member === 'loc') continue;
    const inner = read(child, node ?? above, own, source, found);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function whyUnsafe(node: Node, own: Node): string | undefined {
  if (node.kind === 'eval') return '`eval`';
  if (node.kind === 'include') return 'an included file sees the locals';
  if (node.kind === 'global') return '`global`';
  if (node.kind === 'variable' && typeof node.name !== 'string') return 'a variable named by a value';
  if (node.kind === 'parameter' && Number(node.flags) > 0) return 'a parameter is a property too';
  if (node.kind === 'namedargument') return 'an argument passed by name';
  if (node.kind !== 'call' || !isNode(node.what)) return undefined;
  const name = node.what.kind === 'name' ? String(node.what.name).replace(/^\\/, '').toLowerCase() : '';
  return BY_NAME.has(name) && own !== node ? `\`${name}\`` : undefined;
}

/**
 * Adds the position of a variable or a parameter; static properties are not variables, but `self::$x()` calls the value
 * of `$x`. `(self::$x)()` calls that of the property.
 */
function addOccurrence(node: Node, above: Node | undefined, source: string, found: Occurrence[]): string | undefined {
  if (node.kind === 'call' && isNode(node.what) && node.what.kind === 'staticlookup') {
    const { offset, parenthesizedExpression: inParentheses } = node.what;
    return isNode(offset) && inParentheses !== true ? addOccurrence(offset, node, source, found) : undefined;
  }
  const isParameter = node.kind === 'identifier' && above?.kind === 'parameter' && above.name === node;
  const isVariable = node.kind === 'variable' && !(above?.kind === 'staticlookup' && above.offset === node);
  if (!isParameter && !isVariable) return undefined;
  const name = String(node.name);
  const text = source.slice(node.loc.start.offset, node.loc.end.offset);
  const sigil = text.indexOf(`$${name}`);
  // `${x}` in a string has no sigil in the tree.
  if (sigil < 0 && !text.startsWith(name)) return 'the reader does not report the position of a variable';
  found.push({ at: node.loc.start.offset + (sigil < 0 ? 0 : sigil + 1), name });
  return undefined;
}

/** A variable that a closure captures has the name of the enclosing function. */
function capturedNames(own: Node): string[] {
  const uses = own.kind === 'closure' && Array.isArray(own.uses) ? own.uses : [];
  return uses.map((use: unknown) => (isNode(use) ? String(use.name) : ''));
}

function parameterNames(own: Node): string[] {
  const parameters = Array.isArray(own.arguments) ? own.arguments : [];
  return parameters.map((each: unknown) => (isNode(each) && isNode(each.name) ? String(each.name.name) : ''));
}

function isFunction(node: Node): boolean {
  return FUNCTIONS.has(node.kind);
}

function find(value: unknown, accept: (node: Node) => boolean): Node | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isNode(value) && accept(value)) return value;
  for (const [member, child] of Object.entries(value)) {
    const found = member === 'loc' ? undefined : find(child, accept);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value && 'loc' in value;
}
