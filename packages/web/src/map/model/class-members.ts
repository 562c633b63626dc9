import type { MapMembers } from '@analyzer/contracts/pages/map';

/** Lines of a member, inclusive. */
export interface MemberRange {
  startLine: number;
  endLine: number;
}

/** A member of one or of both of two classes. */
export interface MemberPair {
  name: string;
  state: 'edited' | 'only left' | 'only right' | 'same';
  left?: MemberRange;
  right?: MemberRange;
}

const ORDER = ['edited', 'only left', 'only right', 'same'] as const;

/**
 * Matches the members of two classes by name, those of one name in order: edited ones first, then those that only one class
 * has, then equal ones.
 *
 * @param left index of a declaration
 * @returns undefined if one of them has no members here
 */
export function memberPairs(members: MapMembers, left: number, right: number): MemberPair[] | undefined {
  const [a, b] = [membersOf(members, left), membersOf(members, right)];
  if (a === undefined || b === undefined) return undefined;
  const waiting = new Map<string, Member[]>();
  for (const member of b) {
    const same = waiting.get(member.name);
    if (same === undefined) waiting.set(member.name, [member]);
    else same.push(member);
  }
  const pairs = a.map(({ name, code, range }): MemberPair => {
    const other = waiting.get(name)?.shift();
    if (other === undefined) return { name, state: 'only left', left: range };
    return { name, state: code === other.code ? 'same' : 'edited', left: range, right: other.range };
  });
  for (const { name, range } of [...waiting.values()].flat()) pairs.push({ name, state: 'only right', right: range });
  return pairs.toSorted((x, y) => ORDER.indexOf(x.state) - ORDER.indexOf(y.state));
}

interface Member {
  name: string;
  code: number;
  range: MemberRange;
}

function membersOf(members: MapMembers, declaration: number): Member[] | undefined {
  const at = members.declaration.indexOf(declaration);
  return members.name[at]?.map((name, index) => ({
    name,
    code: members.code[at]?.[index] ?? -1,
    range: { startLine: members.start_line[at]?.[index] ?? 1, endLine: members.end_line[at]?.[index] ?? 1 },
  }));
}
