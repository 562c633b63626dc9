import type { Copy, GroupFinding } from './model.ts';

/**
 * Joins findings of one place: a finding of which each new copy is, or lies in, a new copy of an earlier finding is part of
 * that one (`also`).
 *
 * @param findings the important ones first
 */
export function joinPlaces(findings: readonly GroupFinding[]): GroupFinding[] {
  const joined: GroupFinding[] = [];
  /** By path of a new copy: the indices of findings in `joined`. */
  const byPath = new Map<string, number[]>();
  for (const finding of findings) {
    const candidates = byPath.get(finding.fresh[0]?.path ?? '') ?? [];
    const index = candidates.find((at) => areIn(finding.fresh, joined[at]?.fresh ?? []));
    const first = index === undefined ? undefined : joined[index];
    if (index !== undefined && first !== undefined) {
      joined[index] = { ...first, also: [...(first.also ?? []), finding] };
      continue;
    }
    for (const path of new Set(finding.fresh.map((copy) => copy.path))) {
      const its = byPath.get(path);
      if (its === undefined) byPath.set(path, [joined.length]);
      else its.push(joined.length);
    }
    joined.push(finding);
  }
  return joined;
}

/** The copies of the joined findings that are not at the place of the first one, each place once. */
export function otherCopies({ family, fresh, also = [] }: GroupFinding): Copy[] {
  const known = new Set(family.copies.map(({ id }) => id));
  const copies = also.flatMap((it) => it.family.copies).filter((copy) => !areIn([copy], fresh));
  return copies.filter(({ id }) => !known.has(id) && known.add(id));
}

function areIn(copies: readonly Copy[], others: readonly Copy[]): boolean {
  return (
    copies.length > 0 &&
    copies.every(({ path, start_line, end_line }) =>
      others.some((it) => it.path === path && it.start_line <= start_line && it.end_line >= end_line),
    )
  );
}
