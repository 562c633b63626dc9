import { categoryOf, type DeclarationNode, fingerprintOf, isSameContent } from './nodes.ts';

/** A declaration before and after. */
export interface Matched {
  before: DeclarationNode;
  after: DeclarationNode;
}

/** The declarations of one scope on both sides: of a file or of a declaration. */
export interface ScopePair {
  before: readonly DeclarationNode[];
  after: readonly DeclarationNode[];
}

/** Declarations matched by name, and the unmatched ones, only the outermost. */
export interface ScopeMatch {
  matched: Matched[];
  removed: DeclarationNode[];
  added: DeclarationNode[];
}

/**
 * Matches the declarations of scopes by name and descends into those that differ. Several declarations with one name,
 * such as overloads, are matched by equal content first, then in order.
 */
export function matchScopes(scopes: readonly ScopePair[]): ScopeMatch {
  const match: ScopeMatch = { matched: [], removed: [], added: [] };
  const open = [...scopes];
  for (let scope = open.pop(); scope !== undefined; scope = open.pop()) {
    for (const pair of matchScope(scope, match)) {
      match.matched.push(pair);
      if (!isEqual(pair)) open.push({ before: pair.before.children, after: pair.after.children });
    }
  }
  return match;
}

/** Equal fingerprints: all nested declarations are equal too. */
export function isEqual({ before, after }: Matched): boolean {
  const print = fingerprintOf(before);
  return print !== undefined && print === fingerprintOf(after);
}

function matchScope({ before, after }: ScopePair, match: ScopeMatch): Matched[] {
  const pairs: Matched[] = [];
  const named = byName(after);
  for (const [key, olds] of byName(before)) {
    const news = named.get(key) ?? [];
    named.delete(key);
    pairs.push(...matchNamesakes(olds, news, match));
  }
  for (const left of named.values()) match.added.push(...left);
  return pairs;
}

function matchNamesakes(
  before: readonly DeclarationNode[],
  after: readonly DeclarationNode[],
  match: ScopeMatch,
): Matched[] {
  const pairs: Matched[] = [];
  const rest = [...after];
  const differing = before.filter((old) => {
    const at = rest.findIndex((now) => isSameContent(old, now));
    if (at < 0) return true;
    pairs.push(...rest.splice(at, 1).map((now) => ({ before: old, after: now })));
    return false;
  });
  differing.forEach((old, i) => {
    const now = rest[i];
    if (now === undefined) match.removed.push(old);
    else pairs.push({ before: old, after: now });
  });
  match.added.push(...rest.slice(differing.length));
  return pairs;
}

function byName(nodes: readonly DeclarationNode[]): Map<string, DeclarationNode[]> {
  const lists = new Map<string, DeclarationNode[]>();
  for (const node of nodes) {
    const key = `${categoryOf(node)} ${node.name}`;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [node]);
    else list.push(node);
  }
  return lists;
}
