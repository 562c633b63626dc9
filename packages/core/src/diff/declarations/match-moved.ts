import { matchClasses } from './match-classes.ts';
import { type Matched, matchScopes, type ScopeMatch } from './match-scopes.ts';
import { categoryOf, type DeclarationNode, fingerprintOf } from './nodes.ts';

/** Keys that two declarations must share to match, most specific first. */
interface Rule {
  key: (node: DeclarationNode, scope: string | undefined) => string;
  /** Whether several declarations with one key are paired in order; otherwise the key must be unique. */
  mayRepeat: boolean;
  /** Applies to small declarations too. */
  small: boolean;
}

type Side = 'before' | 'after';

const RULES: readonly Rule[] = [
  // Renamed in its scope.
  { key: (node, scope) => `${fingerprintOf(node)} ${scope}`, mayRepeat: false, small: true },
  // Moved to another file or scope: same folder first.
  { key: (node) => `${fingerprintOf(node)} ${node.facts.name} ${folderOf(node)}`, mayRepeat: false, small: true },
  { key: (node) => `${fingerprintOf(node)} ${folderOf(node)}`, mayRepeat: false, small: false },
  { key: (node) => `${fingerprintOf(node)} ${node.facts.name}`, mayRepeat: false, small: true },
  { key: (node) => `${fingerprintOf(node)} ${node.facts.name}`, mayRepeat: true, small: false },
  // Moved and renamed.
  { key: (node) => `${fingerprintOf(node)}`, mayRepeat: false, small: false },
];

function folderOf({ path }: DeclarationNode): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Finds renamed and moved declarations among the removed and added ones: the same content with another name or location,
 * and classes with mostly the same methods. Members of unmatched classes are then matched individually.
 *
 * @param pathAfter maps a file to its path after
 * @param minNodes smaller declarations can be equal by chance and must be unique to match
 * @returns all matches, including the given ones
 */
export function matchMoved(
  match: ScopeMatch,
  pathAfter: (path: string) => string | undefined,
  minNodes: number,
): ScopeMatch {
  const partners = new Map(match.matched.map(({ before, after }) => [before, after]));
  /** Equal for two nodes of the two sides whose scopes match. */
  const scopeOf = ({ parent, path }: DeclarationNode, side: Side): string | undefined => {
    if (parent === undefined) return side === 'before' ? pathAfter(path) : path;
    return (side === 'before' ? partners.get(parent) : parent)?.id;
  };
  let { matched, removed, added } = match;
  const unmatched: { removed: DeclarationNode[]; added: DeclarationNode[] } = { removed: [], added: [] };
  while (removed.length > 0 && added.length > 0) {
    for (const rule of RULES) {
      const found = pairBy(rule, removed, added, scopeOf, minNodes);
      matched = [...matched, ...found];
      [removed, added] = without(removed, added, found);
    }
    const classes = matchClasses(removed, added);
    for (const { before, after } of classes) partners.set(before, after);
    [removed, added] = without(removed, added, classes);
    const inside = matchScopes(
      classes.map(({ before, after }) => ({ before: before.children, after: after.children })),
    );
    for (const { before, after } of inside.matched) partners.set(before, after);
    matched = [...matched, ...classes, ...inside.matched];
    // Members of unmatched declarations can have moved.
    unmatched.removed.push(...removed);
    unmatched.added.push(...added);
    removed = [...removed.flatMap(({ children }) => children), ...inside.removed];
    added = [...added.flatMap(({ children }) => children), ...inside.added];
  }
  return {
    matched,
    removed: outermost([...unmatched.removed, ...removed]),
    added: outermost([...unmatched.added, ...added]),
  };
}

function pairBy(
  { key, mayRepeat, small }: Rule,
  removed: readonly DeclarationNode[],
  added: readonly DeclarationNode[],
  scopeOf: (node: DeclarationNode, side: Side) => string | undefined,
  minNodes: number,
): Matched[] {
  const lists = new Map<string, { before: DeclarationNode[]; after: DeclarationNode[] }>();
  for (const side of ['before', 'after'] as const) {
    for (const node of side === 'before' ? removed : added) {
      if (fingerprintOf(node) === undefined || (!small && node.facts.nodes < minNodes)) continue;
      const of = `${categoryOf(node)} ${key(node, scopeOf(node, side))}`;
      const list = lists.get(of) ?? { before: [], after: [] };
      list[side].push(node);
      lists.set(of, list);
    }
  }
  return [...lists.values()].flatMap(({ before, after }) => {
    if (!mayRepeat && (before.length !== 1 || after.length !== 1)) return [];
    return before.flatMap((old, i) => {
      const now = after[i];
      return now === undefined ? [] : [{ before: old, after: now }];
    });
  });
}

function without(
  removed: readonly DeclarationNode[],
  added: readonly DeclarationNode[],
  found: readonly Matched[],
): [DeclarationNode[], DeclarationNode[]] {
  const befores = new Set(found.map(({ before }) => before));
  const afters = new Set(found.map(({ after }) => after));
  return [removed.filter((node) => !befores.has(node)), added.filter((node) => !afters.has(node))];
}

/** Removes nodes that are nested in other nodes of the list. */
function outermost(nodes: readonly DeclarationNode[]): DeclarationNode[] {
  const all = new Set(nodes);
  return nodes.filter(({ parent }) => parent === undefined || !all.has(parent));
}
