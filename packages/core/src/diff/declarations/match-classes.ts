import type { Matched } from './match-scopes.ts';
import { type DeclarationNode, printOf, sortOf } from './nodes.ts';

interface Candidate extends Matched {
  /** Members with the same content. */
  common: number;
  sameName: boolean;
}

/**
 * Classes and the like that were moved or renamed and edited: half of the members of the larger one are the same, or
 * where the name is too, a third. The surest first; each class is in one pair at most.
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

/** A member that many classes share tells little of any. */
const MOST_HOLDERS = 20;

function candidatesOf(before: DeclarationNode, holders: ReadonlyMap<string, readonly DeclarationNode[]>): Candidate[] {
  const common = new Map<DeclarationNode, number>();
  for (const print of printsIn(before)) {
    const found = holders.get(print) ?? [];
    if (found.length > MOST_HOLDERS) continue;
    for (const after of found) common.set(after, (common.get(after) ?? 0) + 1);
  }
  return [...common].flatMap(([after, count]) => {
    const sameName = after.facts.name === before.facts.name;
    const larger = Math.max(before.children.length, after.children.length);
    return count * (sameName ? 3 : 2) >= larger ? [{ before, after, common: count, sameName }] : [];
  });
}

function hasMembers(node: DeclarationNode): boolean {
  return sortOf(node) === 'class' && node.children.length > 0;
}

function printsIn({ children }: DeclarationNode): Set<string> {
  return new Set(children.map((child) => printOf(child)).filter((print) => print !== undefined));
}
