import type { Matched } from './match-scopes.ts';
import { categoryOf, type DeclarationNode, fingerprintOf } from './nodes.ts';

interface Candidate extends Matched {
  /** Number of members with the same content. */
  common: number;
  sameName: boolean;
}

/**
 * Matches classes, interfaces and objects that were moved or renamed and edited: half of the members of the larger one
 * are the same, or a third if the name is the same. Best matches first; each class is in at most one pair.
 */
export function matchClasses(removed: readonly DeclarationNode[], added: readonly DeclarationNode[]): Matched[] {
  const holders = new Map<string, DeclarationNode[]>();
  for (const node of added.filter(hasMembers)) {
    for (const print of printsIn(node)) {
      const list = holders.get(print);
      if (list === undefined) holders.set(print, [node]);
      else list.push(node);
    }
  }
  const candidates = removed.filter(hasMembers).flatMap((before) => candidatesOf(before, holders));
  candidates.sort((a, b) => Number(b.sameName) - Number(a.sameName) || b.common - a.common);
  const taken = new Set<DeclarationNode>();
  return candidates.flatMap(({ before, after }) => {
    if (taken.has(before) || taken.has(after)) return [];
    taken.add(before).add(after);
    return [{ before, after }];
  });
}

/** Members that occur in more classes are ignored. */
const MAX_HOLDERS = 20;

function candidatesOf(before: DeclarationNode, holders: ReadonlyMap<string, readonly DeclarationNode[]>): Candidate[] {
  const common = new Map<DeclarationNode, number>();
  for (const print of printsIn(before)) {
    const found = holders.get(print) ?? [];
    if (found.length > MAX_HOLDERS) continue;
    for (const after of found) common.set(after, (common.get(after) ?? 0) + 1);
  }
  return [...common].flatMap(([after, count]) => {
    const sameName = after.facts.name === before.facts.name;
    const larger = Math.max(before.children.length, after.children.length);
    return count * (sameName ? 3 : 2) >= larger ? [{ before, after, common: count, sameName }] : [];
  });
}

function hasMembers(node: DeclarationNode): boolean {
  return categoryOf(node) === 'class' && node.children.length > 0;
}

function printsIn({ children }: DeclarationNode): Set<string> {
  return new Set(children.map((child) => fingerprintOf(child)).filter((print) => print !== undefined));
}
