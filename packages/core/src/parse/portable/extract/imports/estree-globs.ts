import type { ImportPhase } from '../../../facts.ts';
import { keyOf } from './estree-bindings.ts';
import { stringOf } from './estree-literals.ts';
import { filePatterns } from './file-patterns.ts';
import type { ReaderContext } from './reader.ts';

const CALLEES: ReadonlySet<string> = new Set(['import.meta.glob', 'import.meta.globEager']);
const PHASES: ReadonlyMap<string | undefined, ImportPhase> = new Map<string, ImportPhase>([
  ['raw', 'asset'],
  ['url', 'asset'],
  ['inline', 'asset'],
  ['worker', 'worker'],
  ['sharedworker', 'worker'],
]);

/** A call of `import.meta.glob` or `require.context`. */
export interface GlobCall {
  /** The first argument as written. */
  specifier: string;
  /** Undefined if one is not a literal. */
  patterns: string[] | undefined;
  /** Undefined for that of the scope, with `{ eager: true }`. */
  phase: ImportPhase | undefined;
}

/**
 * `import.meta.glob('./x/*.ts')`, also with a list of patterns and options.
 *
 * https://vite.dev/guide/features#glob-import
 */
export function globCall(context: ReaderContext, node: number): GlobCall | undefined {
  const { nodes } = context;
  const callee = nodes.field(node, 'callee');
  if (nodes.kind(callee) !== 'MemberExpression') return undefined;
  const written = nodes.text(callee);
  if (written === 'require.context') return contextCall(context, node);
  if (!CALLEES.has(written)) return undefined;
  const [argument, options = -1] = nodes.children(nodes.field(node, 'arguments'));
  if (argument === undefined) return undefined;
  const isList = nodes.kind(argument) === 'ArrayExpression';
  const items = isList ? nodes.children(nodes.field(argument, 'elements')) : [argument];
  const patterns = items.flatMap((item) => stringOf(nodes, item) ?? []);
  const isLiteral = patterns.length === items.length && patterns.length > 0;
  const value = (key: string) => optionOf(context, options, key);
  const query = PHASES.get(stringOf(nodes, value('query'))?.replace('?', '') ?? stringOf(nodes, value('as')));
  const isEager = written.endsWith('Eager') || nodes.text(value('eager')) === 'true';
  return {
    specifier: (isList ? undefined : patterns[0]) ?? nodes.text(argument),
    patterns: isLiteral ? patterns : undefined,
    phase: query ?? (isEager ? undefined : 'deferred'),
  };
}

/**
 * `require.context('./x', true, /\.js$/)`, which loads a module only when it is asked for it.
 *
 * https://webpack.js.org/guides/dependency-management/#requirecontext
 */
function contextCall({ nodes }: ReaderContext, node: number): GlobCall | undefined {
  const [folder, deep, expression] = nodes.children(nodes.field(node, 'arguments'));
  if (folder === undefined) return undefined;
  const name = stringOf(nodes, folder);
  const isDeep = deep === undefined ? 'true' : nodes.text(deep);
  const regular = expression === undefined ? undefined : /^\/(.*)\/$/s.exec(nodes.text(expression))?.[1];
  const isKnown = /^(?:true|false)$/.test(isDeep) && (expression === undefined || regular !== undefined);
  const patterns =
    name === undefined || !isKnown ? undefined : filePatterns(name.replace(/\/+$/, ''), isDeep === 'true', regular);
  return { specifier: name ?? nodes.text(folder), patterns, phase: 'deferred' };
}

function optionOf(context: ReaderContext, options: number, key: string): number {
  const { nodes } = context;
  if (nodes.kind(options) !== 'ObjectExpression') return -1;
  const found = nodes.children(nodes.field(options, 'properties')).find((it) => keyOf(context, it) === key);
  return found === undefined ? -1 : nodes.field(found, 'value');
}
