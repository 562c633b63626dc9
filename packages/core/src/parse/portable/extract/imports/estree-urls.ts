import { stringOf } from './estree-literals.ts';
import type { ReaderContext } from './reader.ts';

const WORKERS: ReadonlySet<string | undefined> = new Set(['Worker', 'SharedWorker']);

/** The file of `new Worker(new URL('./w.ts', import.meta.url))`, as a relative path. */
export function workerUrl(context: ReaderContext, node: number): string | undefined {
  const { nodes, names } = context;
  const callee = nodes.field(node, 'callee');
  if (nodes.kind(callee) !== 'Identifier' || !WORKERS.has(names.simple(callee))) return undefined;
  const url = nodes.children(nodes.field(node, 'arguments'))[0] ?? -1;
  const constructed = nodes.kind(url) === 'NewExpression' ? nodes.field(url, 'callee') : -1;
  if (nodes.kind(constructed) !== 'Identifier' || names.simple(constructed) !== 'URL') return undefined;
  const [path = -1, base = -1] = nodes.children(nodes.field(url, 'arguments'));
  const text = stringOf(nodes, path);
  if (text === undefined || text === '' || nodes.text(base) !== 'import.meta.url') return undefined;
  return /^(?:\.{0,2}\/|[A-Za-z][A-Za-z0-9+.-]*:)/.test(text) ? text : `./${text}`;
}

/** The literal of `require.resolve('./x')`, which loads nothing. */
export function resolvedPath({ nodes }: ReaderContext, node: number): string | undefined {
  if (nodes.text(nodes.field(node, 'callee')) !== 'require.resolve') return undefined;
  return stringOf(nodes, nodes.children(nodes.field(node, 'arguments'))[0] ?? -1);
}
