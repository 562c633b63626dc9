import { matchClasses } from './match-classes.ts';
import { type Matched, matchScopes, type ScopeMatch } from './match-scopes.ts';
import { type DeclarationNode, printOf, sortOf } from './nodes.ts';

/** What two declarations must share to be one, from the surest on. */
interface Rule {
  key: (node: DeclarationNode, scope: string | undefined) => string;
  /** So many namesakes may be paired in order; the others must be the only ones. */
  mayRepeat: boolean;
  /** Holds for small ones too. */
  small: boolean;
}

type Side = 'before' | 'after';

const RULES: readonly Rule[] = [
  // Renamed where it was.
  { key: (node, scope) => `${printOf(node)} ${scope}`, mayRepeat: false, small: true },
  // Moved to another file or scope: nearby first.
  { key: (node) => `${printOf(node)} ${node.facts.name} ${folderOf(node)}`, mayRepeat: false, small: true },
  { key: (node) => `${printOf(node)} ${folderOf(node)}`, mayRepeat: false, small: false },
  { key: (node) => `${printOf(node)} ${node.facts.name}`, mayRepeat: false, small: true },
  { key: (node) => `${printOf(node)} ${node.facts.name}`, mayRepeat: true, small: false },
  // Moved and renamed.
  { key: (node) => `${printOf(node)}`, mayRepeat: false, small: false },
];

function folderOf({ path }: DeclarationNode): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/**
 * Finds among removed and added declarations those that were renamed or moved: the same content under another name or
 * in another place, and classes that kept most of their methods. What is left of a class then takes part by itself.
 *
 * @param pathAfter what became of a file
 * @param minNodes small declarations are alike by chance: below it they must be the only ones
 * @returns all that belongs together, the given matches too
 */
export function matchLeft(
  match: ScopeMatch,
  pathAfter: (path: string) => string | undefined,
  minNodes: number,
): ScopeMatch {
  const partners = new Map(match.matched.map(({ before, after }) => [before, after]));
  /** The same for two nodes of the two sides that stand in what belongs together. */
  const scopeOf = ({ parent, path }: DeclarationNode, side: Side): string | undefined => {
    if (parent === undefined) return side === 'before' ? pathAfter(path) : path;
    return (side === 'before' ? partners.get(parent) : parent)?.id;
  };
  let { matched, removed, added } = match;
  const whole: { removed: DeclarationNode[]; added: DeclarationNode[] } = { removed: [], added: [] };
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
    // What is still alone: its members may be found elsewhere.
    whole.removed.push(...removed);
    whole.added.push(...added);
    removed = [...removed.flatMap(({ children }) => children), ...inside.removed];
    added = [...added.flatMap(({ children }) => children), ...inside.added];
  }
  return { matched, removed: outermost([...whole.removed, ...removed]), added: outermost([...whole.added, ...added]) };
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
      if (printOf(node) === undefined || (!small && node.facts.nodes < minNodes)) continue;
      const of = `${sortOf(node)} ${key(node, scopeOf(node, side))}`;
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

/** Of nodes that lie in each other the outer ones: what is in them is told with them. */
function outermost(nodes: readonly DeclarationNode[]): DeclarationNode[] {
  const all = new Set(nodes);
  return nodes.filter(({ parent }) => parent === undefined || !all.has(parent));
}
