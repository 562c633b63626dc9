import { Engine } from 'php-parser';
import bench from '../../../package.json' with { type: 'json' };
import { byNormalForm } from '../judge.ts';

/** Properties about formatting only, and redundant properties. */
const SPELLING = new Set([
  'raw',
  'loc',
  'shortForm',
  'isDoubleQuote',
  'errors',
  'syntax',
  'leadingComments',
  'comments',
  'useDie',
]);
const LOOKUP = /lookup$/;
const CHAIN = /^(?:\w+lookup|call)\.what$/;
/** Positions where a name in parentheses is a constant, and a name without them is a function or a class. */
const NAMED = /^(?:call|new|staticlookup)\.what$/;
const WHOLE_NUMBER = /^(?:0x[0-9a-f]+|0o?[0-7]+|0b[01]+|[0-9]+)$/;

/** PHP as the tree of php-parser, without formatting. */
export const phpJudge = byNormalForm(`php-parser ${bench.devDependencies['php-parser']}`, (source) => {
  const engine = new Engine({ parser: { extractDoc: false, version: 802 }, ast: { withPositions: false } });
  bindAsPhp8(engine);
  try {
    return JSON.stringify(normal(engine.parseCode(source, 'f.php'), undefined));
  } catch {
    return undefined;
  }
});

/** Since PHP 8 `.` binds weaker than shifts and sums; php-parser still parses it as a sum. */
function bindAsPhp8(engine: Engine): void {
  const precedence = Object(Reflect.get(Object(Reflect.get(engine, 'ast')).constructor, 'precedence'));
  Reflect.set(precedence, '.', (Number(precedence['<']) + Number(precedence['<<'])) / 2);
}

/** @param above the kind of the parent node; in a chain also the property that contains the node */
function normal(value: unknown, above: unknown): unknown {
  if (Array.isArray(value)) return value.flatMap((item) => statements(item, above));
  if (typeof value !== 'object' || value === null) return value;
  const node = new Map(Object.entries(value));
  const kind = node.get('kind');
  if (kind === 'number') return { kind, value: numberValue(String(node.get('value'))) };
  if (kind === 'block') return blockOf(node.get('children'));
  if (kind === 'expressionstatement' && kindOf(node.get('expression')) === 'throw')
    return normal(node.get('expression'), above);
  const kept = [...node].filter(([member]) => !SPELLING.has(member) && !isGrouping(member, kind, above));
  return Object.fromEntries(kept.map(([member, inner]) => [member, normalMember(member, inner, kind)]));
}

function normalMember(member: string, value: unknown, above: unknown): unknown {
  if (member === 'type' && typeof value === 'string') return value === '<>' ? '!=' : value.toLowerCase();
  return normal(value, member === 'what' ? `${String(above)}.what` : above);
}

/** A list of statements without blocks and empty statements. */
function statements(value: unknown, above: unknown): unknown[] {
  const inner = normal(value, above);
  if (Array.isArray(inner)) return inner;
  return kindOf(inner) === 'noop' && above !== 'list' ? [] : [inner];
}

/** Braces around one statement are redundant. */
function blockOf(children: unknown): unknown {
  const list = Array.isArray(children) ? children.flatMap((child) => statements(child, 'block')) : [];
  return list.length === 1 ? list[0] : list;
}

/** Parentheses distinguish a constant from a name and end a chain; otherwise the tree shows the grouping. */
function isGrouping(member: string, kind: unknown, above: unknown): boolean {
  if (member !== 'parenthesizedExpression') return false;
  const isChain =
    LOOKUP.test(String(kind)) && CHAIN.test(String(above)) && !(kind === 'staticlookup' && above !== 'call.what');
  return !(kind === 'name' && NAMED.test(String(above))) && !isChain;
}

function kindOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
}

function numberValue(text: string): string {
  const plain = text.toLowerCase().replaceAll('_', '');
  if (!WHOLE_NUMBER.test(plain)) return `float ${Number(plain)}`;
  return String(BigInt(/^0[0-7]/.test(plain) ? `0o${plain.slice(1)}` : plain));
}
