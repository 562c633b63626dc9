import { Engine } from 'php-parser';
import bench from '../../../package.json' with { type: 'json' };
import { emptyReading, type Reader, type Reading } from '../reading.ts';

interface Node {
  kind: string;
  loc: { start: { line: number; offset: number }; end: { offset: number } };
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
  const { line } = node.loc.start;
  const kind = DECLARATIONS[node.kind];
  if (kind !== undefined && node.isAnonymous !== true) {
    reading.declarations.push({ kind, name: nameOf(node.name), line });
  } else if (node.kind === 'assign' && isNode(node.right) && CLOSURES.has(node.right.kind)) {
    const name = boundName(node.left);
    if (name !== undefined) reading.declarations.push({ kind: 'function', name, line });
  } else if (node.kind === 'call') {
    reading.calls.push({ name: lastName(node.what), line });
  } else if (node.kind === 'new') {
    const anonymous = isNode(node.what) && node.what.kind === 'class';
    if (!anonymous) reading.calls.push({ name: lastName(node.what), line });
  } else if (node.kind === 'include') {
    reading.imports.push({ name: specifier(node.target, source), line });
  } else if (node.kind === 'useitem') {
    const group = typeof parent?.name === 'string' ? `${parent.name}\\` : '';
    reading.imports.push({ name: `${group}${nameOf(node)}`, line });
  }
}

function nameOf(name: unknown): string {
  if (isNode(name)) return nameOf(name.name);
  return typeof name === 'string' ? name : '…';
}

function boundName(target: unknown): string | undefined {
  if (!isNode(target)) return undefined;
  return target.kind === 'variable' && typeof target.name === 'string' ? `$${target.name}` : undefined;
}

/** Of what is called: the last name of `A\b`, `$a->b`, `A::b`; `…` for anything that is no name. */
function lastName(callee: unknown): string {
  if (!isNode(callee)) return '…';
  switch (callee.kind) {
    case 'name':
      return nameOf(callee).split('\\').at(-1) ?? '…';
    case 'identifier':
      return nameOf(callee);
    case 'variable':
      return typeof callee.name === 'string' ? `$${callee.name}` : '…';
    case 'propertylookup':
    case 'nullsafepropertylookup':
    case 'staticlookup':
      return lastName(callee.offset);
    case 'selfreference':
    case 'staticreference':
    case 'parentreference':
      return String(callee.raw);
    default:
      return '…';
  }
}

function specifier(target: unknown, source: string): string {
  if (!isNode(target)) return '…';
  if (target.kind === 'string') return String(target.value);
  return source.slice(target.loc.start.offset, target.loc.end.offset);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'kind' in value && 'loc' in value;
}
