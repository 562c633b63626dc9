import type { DraftRules } from '#languages/draft-rules.ts';
import { around, isInside, type SyntaxNode, type Variable } from './nodes.ts';

/**
 * Whether code can read the name of a local variable, so that it cannot have another name: it is an attribute of a class, a
 * class, or a decorated function or a parameter of one, which decorators register by name.
 *
 * @param owner the function whose local variable it is
 */
export function isObservable({ uses, scope }: Variable, owner: SyntaxNode, rules: DraftRules): boolean {
  return uses.some((use) => use.binds && isObserved(use, scope === owner, owner, rules));
}

function isObserved(use: SyntaxNode, isOwn: boolean, owner: SyntaxNode, rules: DraftRules): boolean {
  const scopes = [...rules.classes, ...rules.functions, ...rules.own_functions, ...rules.inner_functions];
  // An identifier of ESTree is a node around its leaf.
  const name = use.parent?.kind === 'Identifier' ? use.parent : use;
  const { parent } = name;
  const isName = parent !== undefined && scopes.includes(parent.kind) && (name.field === 'name' || name.field === 'id');
  if (isName && (rules.classes.includes(parent.kind) || isDecorated(parent))) return true;
  const container = around(isName ? parent : name, scopes);
  if (container === undefined || !isInside(container, owner)) return false;
  if (rules.classes.includes(container.kind)) return true;
  return !isOwn && isDecorated(container) && container.children.some((it) => isParameters(it) && isInside(name, it));
}

function isDecorated({ parent }: SyntaxNode): boolean {
  return parent?.kind === 'decorated_definition';
}

function isParameters({ field }: SyntaxNode): boolean {
  return field === 'parameters';
}
