import { Engine } from 'php-parser';
import bench from '../../../package.json' with { type: 'json' };
import { emptyReading, type Reader, type Reading } from '../reading.ts';

interface Node {
  kind: string;
  loc: { start: { line: number; offset: number }; end: { line: number; offset: number } };
  [member: string]: unknown;
}

const DECLARATIONS: Readonly<Record<string, string>> = {
  function: 'function',
  method: 'method',
  class: 'class',
  interface: 'interface',
  trait: 'trait',
  enum: 'enum',
};
const CLOSURES = new Set(['closure', 'arrowfunc']);

/** PHP by php-parser, which accepts every file of the corpus that `php -l` of PHP 8.2 accepts. */
export const phpReader: Reader = {
  tool: `php-parser ${bench.devDependencies['php-parser']}`,
  read(source, file) {
    const engine = new Engine({ parser: { extractDoc: false, version: 802 }, ast: { withPositions: true } });
    let program: unknown;
    try {
      program = engine.parseCode(source, file);
    } catch {
      return undefined;
    }
    const reading = emptyReading();
    const pending: { value: unknown; parent: Node | undefined }[] = [{ value: program, parent: undefined }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { value, parent } = next;
      const node = isNode(value) ? value : undefined;
      if (node !== undefined) readNode(node, parent, source, reading);
      for (const child of Object.values(node ?? Object(value))) {
        if (typeof child === 'object' && child !== null) pending.push({ value: child, parent: node ?? parent });
      }
    }
    return reading;
  },
};

function readNode(node: Node, parent: Node | undefined, source: string, reading: Reading): void {
  const line = firstLine(node, source);
  const kind = DECLARATIONS[node.kind];
  if (kind !== undefined && node.isAnonymous !== true) {
    reading.declarations.push({ kind, name: nameOf(node.name), line });
  } else if (node.kind === 'assign' && node.operator === '=') {
    const bound = boundKind(node.right);
    const name = targetName(node.left, source);
    if (bound !== undefined && name !== undefined) reading.declarations.push({ kind: bound, name, line });
  } else if (node.kind === 'call') {
    reading.calls.push({ name: path(node.what).join('.'), line });
  } else if (node.kind === 'new') {
    reading.calls.push({ name: path(node.what).join('.'), line });
  } else if (node.kind === 'exit') {
    reading.calls.push({ name: node.useDie === true ? 'die' : 'exit', line });
  } else if (node.kind === 'echo' && node.shortForm !== true) {
    reading.calls.push({ name: 'echo', line });
  } else if (node.kind === 'print' || node.kind === 'eval') {
    reading.calls.push({ name: node.kind, line });
  } else if (node.kind === 'encapsed' && node.type === 'shell') {
    reading.calls.push({ name: 'shell_exec', line });
  } else if (node.kind === 'inline') {
    reading.calls.push({ name: '?>', line });
  } else if (node.kind === 'include') {
    reading.imports.push({ name: specifier(node.target, source), line });
  } else if (node.kind === 'useitem') {
    const group = typeof parent?.name === 'string' ? `${parent.name}\\` : '';
    reading.imports.push({ name: `${group}${nameOf(node)}`, line });
  }
}

/** Line of the first token after the attributes. */
function firstLine(node: Node, source: string): number {
  const groups = Array.isArray(node.attrGroups) ? node.attrGroups : [];
  const last: unknown = groups.at(-1);
  if (!isNode(last) || node.loc.start.offset > last.loc.start.offset) return node.loc.start.line;
  const blank = /^\s*/.exec(source.slice(last.loc.end.offset))?.[0] ?? '';
  return last.loc.end.line + blank.split('\n').length - 1;
}

/** The declaration in an assigned value. */
function boundKind(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.kind === 'new') return isNode(value.what) && value.what.kind === 'class' ? 'class' : undefined;
  return CLOSURES.has(value.kind) ? 'function' : undefined;
}

function nameOf(name: unknown): string {
  if (isNode(name)) return nameOf(name.name);
  return typeof name === 'string' ? name : '…';
}

/** The last name of the target of an assignment; `[key]` of an element. */
function targetName(target: unknown, source: string): string | undefined {
  if (!isNode(target)) return undefined;
  if (target.kind === 'offsetlookup') return `[${isNode(target.offset) ? text(target.offset, source) : ''}]`;
  const last = path(target).at(-1);
  return last === '…' ? undefined : last;
}

/** The trailing names of an expression; the first is `…` if more precedes them. */
function path(node: unknown): string[] {
  if (!isNode(node)) return ['…'];
  switch (node.kind) {
    case 'name':
    case 'identifier':
      return [nameOf(node)];
    case 'variable':
      return [typeof node.name === 'string' ? `$${node.name}` : '…'];
    case 'propertylookup':
    case 'nullsafepropertylookup':
    case 'staticlookup': {
      const [last = '…', ...more] = path(node.offset);
      // `$a->{$b->c}()` is called by a computed name.
      return last === '…' || more.length > 0 ? ['…'] : [...path(node.what), last];
    }
    case 'encapsedpart':
      return path(node.expression);
    case 'selfreference':
    case 'staticreference':
    case 'parentreference':
      return [String(node.raw)];
    default:
      return ['…'];
  }
}

function text(node: Node, source: string): string {
  return source.slice(node.loc.start.offset, node.loc.end.offset);
}

function specifier(target: unknown, source: string): string {
  if (!isNode(target)) return '…';
  if (target.kind === 'string') return String(target.value);
  return text(target, source);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value && 'loc' in value;
}
