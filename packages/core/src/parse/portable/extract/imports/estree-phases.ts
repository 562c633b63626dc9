import type { ImportPhase } from '../../../facts.ts';
import type { Scope } from '../scope.ts';
import { keyOf, WRAPPERS } from './estree-bindings.ts';
import { stringOf } from './estree-literals.ts';
import type { ReaderContext } from './reader.ts';

/** Maximum number of expressions around an `import()` that are searched for an `await`. */
const MAX_LEVELS = 200;

const PROMISES: ReadonlySet<string> = new Set(['Promise.all', 'Promise.allSettled', 'Promise.any', 'Promise.race']);
const CHAINED: ReadonlySet<string | undefined> = new Set(['then', 'catch', 'finally']);
const ASSET_TYPES: ReadonlySet<string | undefined> = new Set(['json', 'text', 'bytes']);

/** When an import loads its target, if that does not follow from its scope. */
export interface StatedPhase {
  phase?: ImportPhase | undefined;
  inlineTypes?: boolean;
}

/**
 * Erased by the compiler: `type` before the list, or before each name of a non-empty list, which some configurations keep.
 * With the attribute `type: 'json'` the file is not a module that runs.
 */
export function phaseOfStatement({ nodes, names }: ReaderContext, node: number, kindField: string): StatedPhase {
  const isType = (at: number) => {
    const kind = nodes.field(at, kindField);
    return kind >= 0 && nodes.text(kind) === 'type';
  };
  if (isType(node)) return { phase: 'type_only' };
  const specifiers = nodes.children(nodes.field(node, 'specifiers'));
  if (specifiers.length > 0 && specifiers.every(isType)) return { phase: 'type_only', inlineTypes: true };
  const isAsset = nodes.children(nodes.field(node, 'attributes')).some((attribute) => {
    const isTyped = names.simple(nodes.field(attribute, 'key')) === 'type';
    return isTyped && ASSET_TYPES.has(stringOf(nodes, nodes.field(attribute, 'value')));
  });
  return isAsset ? { phase: 'asset' } : {};
}

/**
 * `import('x')` is deferred, unless the file waits for it while it runs: `await import('x')` at its top level, also in
 * `await Promise.all([import('x')])` and with `.then(…)`.
 */
export function phaseOfExpression(context: ReaderContext, node: number, scope: Scope): StatedPhase {
  if (isAsset(context, node)) return { phase: 'asset' };
  return scope.space === 0 && isAwaited(context, node) ? {} : { phase: 'deferred' };
}

/** `import('x', { with: { type: 'json' } })` */
function isAsset(context: ReaderContext, node: number): boolean {
  const { nodes } = context;
  const valueAt = (object: number, key: string) => {
    const found = nodes.children(nodes.field(object, 'properties')).find((it) => keyOf(context, it) === key);
    return found === undefined ? -1 : nodes.field(found, 'value');
  };
  const options = nodes.field(node, 'options');
  if (nodes.kind(options) !== 'ObjectExpression') return false;
  return ASSET_TYPES.has(stringOf(nodes, valueAt(valueAt(options, 'with'), 'type')));
}

function isAwaited({ nodes, names }: ReaderContext, node: number): boolean {
  const { parent } = nodes.tree;
  let child = node;
  for (let levels = 0; levels < MAX_LEVELS; levels++) {
    const around = parent[child] ?? -1;
    const kind = nodes.kind(around);
    if (kind === 'AwaitExpression') return true;
    if (kind === 'MemberExpression') {
      if (nodes.field(around, 'object') !== child || !CHAINED.has(names.simple(nodes.field(around, 'property')))) {
        return false;
      }
    } else if (kind === 'CallExpression') {
      const callee = nodes.field(around, 'callee');
      if (callee !== child && !PROMISES.has(names.path(callee, false).join('.'))) return false;
    } else if (kind !== 'ArrayExpression' && kind !== '[]' && !WRAPPERS.has(kind)) return false;
    child = around;
  }
  return false;
}
