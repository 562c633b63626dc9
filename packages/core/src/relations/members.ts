import type { DeclarationFacts } from '#parse/facts.ts';
import type { MemberCounts } from './model.ts';

/** A declaration that may be matched. */
export type Member = Pick<DeclarationFacts, 'name' | 'qualified_name' | 'function_body'>;

export interface MatchedMembers<T> {
  pairs: [left: T, right: T][];
  onlyLeft: T[];
  onlyRight: T[];
}

export function memberCounts({ pairs, onlyLeft, onlyRight }: MatchedMembers<Member>): MemberCounts {
  const same = pairs.filter(([one, other]) => one.function_body === other.function_body).length;
  return { same, edited: pairs.length - same, only_left: onlyLeft.length, only_right: onlyRight.length };
}

/** Matches the functions and methods of two files, by their qualified names and then by their own names, in order. */
export function matchMembers<T extends Member>(left: readonly T[], right: readonly T[]): MatchedMembers<T> {
  const pairs: [T, T][] = [];
  let [onlyLeft, onlyRight] = [functionsOf(left), functionsOf(right)];
  for (const property of ['qualified_name', 'name'] as const) {
    const waiting = new Map<string, T[]>();
    for (const it of onlyRight) {
      const same = waiting.get(it[property]);
      if (same === undefined) waiting.set(it[property], [it]);
      else same.push(it);
    }
    const matched = new Set<T>();
    onlyLeft = onlyLeft.filter((it) => {
      const other = waiting.get(it[property])?.shift();
      if (other === undefined) return true;
      matched.add(other);
      pairs.push([it, other]);
      return false;
    });
    onlyRight = onlyRight.filter((it) => !matched.has(it));
  }
  return { pairs, onlyLeft, onlyRight };
}

function functionsOf<T extends Member>(declarations: readonly T[]): T[] {
  return declarations.filter((it) => it.function_body !== undefined);
}
