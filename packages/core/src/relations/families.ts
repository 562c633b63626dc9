import { RELATION_RULES } from '#languages/relation-rules.ts';
import type { FilePair } from './folder-pairs.ts';

/** Disjoint sets of files of which each pair is similar, in ascending order: each starts with a pair with the most lines. */
export function findFamilies(siblings: readonly FilePair[]): number[][] {
  const neighbors = new Map<number, Set<number>>();
  const join = (file: number, other: number) => {
    const its = neighbors.get(file) ?? new Set();
    neighbors.set(file, its.add(other));
  };
  for (const { left, right } of siblings) {
    join(left, right);
    join(right, left);
  }
  const used = new Set<number>();
  const families: number[][] = [];
  for (const { left, right } of siblings) {
    if (used.has(left) || used.has(right)) continue;
    const family = [left, right];
    for (const file of [...(neighbors.get(left) ?? [])].sort((a, b) => a - b)) {
      const its = neighbors.get(file);
      if (!used.has(file) && !family.includes(file) && family.every((it) => its?.has(it) === true)) family.push(file);
    }
    if (family.length < RELATION_RULES.family.least_files) continue;
    for (const file of family) used.add(file);
    families.push(family.sort((a, b) => a - b));
  }
  return families;
}
