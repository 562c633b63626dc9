import type { DeclarationFacts } from '#parse/facts.ts';
import type { MemberCounts } from './model.ts';

type Member = Pick<DeclarationFacts, 'name' | 'qualified_name' | 'function_body'>;

/** Matches the functions and methods of two files, by their qualified names and then by their own names, in order. */
export function memberCounts(left: readonly DeclarationFacts[], right: readonly DeclarationFacts[]): MemberCounts {
  const counts: MemberCounts = { same: 0, edited: 0, only_left: 0, only_right: 0 };
  let [lefts, rights]: [Member[], Member[]] = [functionsOf(left), functionsOf(right)];
  for (const property of ['qualified_name', 'name'] as const) {
    const waiting = new Map<string, Member[]>();
    for (const it of rights) {
      const same = waiting.get(it[property]);
      if (same === undefined) waiting.set(it[property], [it]);
      else same.push(it);
    }
    const matched = new Set<Member>();
    lefts = lefts.filter((it) => {
      const other = waiting.get(it[property])?.shift();
      if (other === undefined) return true;
      matched.add(other);
      counts[it.function_body === other.function_body ? 'same' : 'edited']++;
      return false;
    });
    rights = rights.filter((it) => !matched.has(it));
  }
  return { ...counts, only_left: lefts.length, only_right: rights.length };
}

function functionsOf(declarations: readonly DeclarationFacts[]): Member[] {
  return declarations.filter((it) => it.function_body !== undefined);
}
