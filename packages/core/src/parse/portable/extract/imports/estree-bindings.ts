import { exportTarget } from '../exports.ts';
import { type ImportedName, imported, type ReaderContext } from './reader.ts';

/** The binding of an expression for a module, and whether it is re-exported instead. */
export interface ModuleBinding {
  names: ImportedName[];
  reexport?: true;
}

/** Wrappers that change only the type of a value. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'ChainExpression',
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
]);

/**
 * The names of `const x = require(…)`, `const { a, b: c } = await import(…)`, `x = require(…).y` and
 * `module.exports = require(…)`; none if the module is used in another way.
 */
export function bindingOf(context: ReaderContext, module: number): ModuleBinding {
  const { nodes } = context;
  const { parent } = nodes.tree;
  let member: string | undefined;
  let child = module;
  let node = parent[child] ?? -1;
  while (node >= 0) {
    if (nodes.kind(node) === 'MemberExpression' && member === undefined && nodes.field(node, 'object') === child) {
      member = context.names.path(node, false).at(-1);
      if (member === '…') return { names: [] };
    } else if (nodes.kind(node) !== 'AwaitExpression' && !WRAPPERS.has(nodes.kind(node))) break;
    child = node;
    node = parent[child] ?? -1;
  }
  switch (nodes.kind(node)) {
    case 'VariableDeclarator':
      return nodes.field(node, 'init') === child ? pattern(context, nodes.field(node, 'id'), member) : { names: [] };
    case 'AssignmentExpression':
      return nodes.field(node, 'right') === child ? assigned(context, node, member) : { names: [] };
    case 'Property':
    case 'SpreadElement':
      return inExports(context, node, member);
    default:
      return { names: [] };
  }
}

function pattern(context: ReaderContext, target: number, member: string | undefined): ModuleBinding {
  const { nodes, names } = context;
  if (nodes.kind(target) === 'Identifier') return { names: [imported(member ?? '*', names.simple(target))] };
  if (nodes.kind(target) !== 'ObjectPattern' || member !== undefined) return { names: [] };
  const found: ImportedName[] = [];
  for (const property of nodes.children(nodes.field(target, 'properties'))) {
    const isRest = nodes.kind(property) === 'RestElement';
    const written = nodes.field(property, isRest ? 'argument' : 'value');
    const local = nodes.kind(written) === 'AssignmentPattern' ? nodes.field(written, 'left') : written;
    const name = isRest ? '*' : keyOf(context, property);
    if (name !== undefined && nodes.kind(local) === 'Identifier') found.push(imported(name, names.simple(local)));
  }
  return { names: found };
}

function assigned(context: ReaderContext, assignment: number, member: string | undefined): ModuleBinding {
  const { nodes, names, exports } = context;
  const left = nodes.field(assignment, 'left');
  const path = names.path(left, true);
  const target = exportTarget(path, exports.objects);
  if (target === 'object') return { names: [{ name: member ?? '*' }], reexport: true };
  if (target === 'member') return { names: [imported(member ?? '*', path.at(-1))], reexport: true };
  return pattern(context, left, member);
}

/** A property of the object assigned to `module.exports`; `...require('x')` re-exports all members. */
function inExports(context: ReaderContext, property: number, member: string | undefined): ModuleBinding {
  const { nodes, names, exports } = context;
  const { parent } = nodes.tree;
  const object = parent[parent[property] ?? -1] ?? -1;
  const assignment = parent[object] ?? -1;
  if (nodes.kind(object) !== 'ObjectExpression' || nodes.kind(assignment) !== 'AssignmentExpression')
    return { names: [] };
  if (exportTarget(names.path(nodes.field(assignment, 'left'), true), exports.objects) !== 'object')
    return { names: [] };
  if (nodes.kind(property) === 'SpreadElement') return { names: [{ name: member ?? '*' }], reexport: true };
  const key = keyOf(context, property);
  return key === undefined ? { names: [] } : { names: [imported(member ?? '*', key)], reexport: true };
}

/** Name of a property whose key is not computed. */
export function keyOf({ nodes, names }: ReaderContext, property: number): string | undefined {
  const computed = nodes.field(property, 'computed');
  if (computed >= 0 && nodes.text(computed) === 'true') return undefined;
  return names.simple(nodes.field(property, 'key'));
}

/** The name of an expression that is a variable. */
export function variableOf({ nodes, names }: ReaderContext, node: number): string | undefined {
  let at = node;
  while (WRAPPERS.has(nodes.kind(at))) at = nodes.field(at, 'expression');
  return nodes.kind(at) === 'Identifier' ? names.simple(at) : undefined;
}
