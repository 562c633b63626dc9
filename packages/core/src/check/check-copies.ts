import { BlockNames } from '#lists/block-names.ts';
import { withFolding } from '#relate/with-folding.ts';
import type { BlockRange, Group, Scan } from '#scan/model.ts';
import { memberId } from './callback-copies.ts';
import { blockLocation, checkBlocks } from './check-blocks.ts';
import type { CheckedGroups, Judges } from './check-groups.ts';
import { checkMembers, NearCopies } from './check-similar.ts';
import { KnownDeclarations } from './known-declarations.ts';
import type { Member } from './match-members.ts';
import type { Baseline, Copy, Family, GroupFinding } from './model.ts';

export interface CheckedCopies {
  /** Findings of the kinds `near`, `block` and `block-shape` that no other finding has. */
  findings: GroupFinding[];
  /** Families without findings of their own, by the id of the finding that has their copies. */
  covered: Map<string, Family[]>;
  /** Not findings, because their copies are listed as similar declarations. */
  excused: GroupFinding[];
  /** Similar callbacks that are listed. */
  callbacks: Member[];
  /** Number of groups without findings, because declarations that existed before were edited. */
  edited: number;
}

/**
 * Compares similar declarations and blocks with the listed ones. A declaration is known by its body, else by its path and
 * name, wherever it is grouped; a block by its units. So a listed declaration can be edited without a finding.
 *
 * @param families functions that are identical up to renaming
 * @param exact the comparison of identical functions, and of functions that are identical up to renaming
 */
export function checkCopies(
  baseline: Baseline,
  scan: Scan,
  families: readonly Family[],
  { groups: exact, apart: exactApart, continued }: Pick<CheckedGroups, 'groups' | 'apart' | 'continued'>,
  { isNew, apartBy, edits }: Judges,
): CheckedCopies {
  const { copy_evidence: evidence } = scan;
  const covered = new Map<string, Family[]>();
  if (evidence === undefined) return { findings: [], covered, excused: [], callbacks: [], edited: 0 };
  const { members, unknown } = checkMembers(baseline.members, scan, evidence);
  const nearCopies = new NearCopies(members, scan);
  const edited = new Set<Group>();
  /** What is folded into these counts on its own: a block in functions that otherwise only share a frame. */
  const small = new Set<Group>();
  const near = scan.groups.flatMap((group) => {
    if (group.kind !== 'near') return [];
    const copies = nearCopies.of(group);
    const unlisted = copies.filter(({ id }) => unknown.has(id));
    if (unlisted.length === 0) return [];
    const ranges = group.blocks?.filter((it) => unknown.has(memberId(it)));
    const isEdited =
      ranges === undefined ? edits?.explainSimilar(copies, unlisted) : edits?.explainBlocks(group.blocks ?? [], ranges);
    if (isEdited) {
      edited.add(group);
      return [];
    }
    const found = finding(group, copies, copies.length - unlisted.length, unlisted, isNew);
    const by = apartBy(found);
    if (by === 'small') small.add(group);
    return by === undefined ? [found] : [];
  });
  const omitted = new Set([...edited, ...small]);
  const groups = omitted.size === 0 ? scan.groups : foldedWithout(omitted, scan);
  const unfolded = groups.filter(({ folded_into }) => folded_into === undefined);
  const folded = new Map(groups.map(({ id, folded_into = '' }) => [id, folded_into]));
  // The copies of a grown group have a finding of their own, which may name any of them if they were renamed.
  const isNewGroup = ({ change }: GroupFinding) => change === 'new';
  const newExact = [...exact, ...exactApart].filter(isNewGroup);
  const unlistedExact = new Set(newExact.flatMap(({ unlisted }) => unlisted.map(({ id }) => id)));
  const grown = new Set(
    near.filter((it) => !isNewGroup(it)).flatMap(({ family }) => family.copies.map(({ id }) => id)),
  );
  const exactCopies = new Set(families.flatMap(({ copies }) => copies.map(({ id }) => id)));
  const known = new Set(members.flatMap(({ copy }) => (unknown.has(copy.id) ? [] : [copy.id])));
  const declarations = new KnownDeclarations(scan, (id) => {
    return known.has(id) || grown.has(id) || (exactCopies.has(id) && !unlistedExact.has(id));
  });
  const names = new BlockNames(scan);
  const unknownBlocks = checkBlocks(baseline.blocks, unfolded, evidence);
  const blocks = unknownBlocks.flatMap(({ group, listed, unlisted }) => {
    if (declarations.make(group)) return [];
    const copies = (group.blocks ?? []).map((it) => blockCopy(it, names.of(it)));
    const isUnlisted = new Set(unlisted);
    const unknownCopies = copies.filter((_, index) => isUnlisted.has(group.blocks?.[index] ?? NO_BLOCK));
    if (edits?.explainBlocks(group.blocks ?? [], unlisted)) {
      edited.add(group);
      return [];
    }
    const found = finding(group, copies, listed, unknownCopies, isNew);
    return apartBy(found) === undefined ? [found] : [];
  });
  const all = [...near, ...blocks];
  const isFound = new Set([...exact.flatMap(({ family }) => [family.id, family.shown.id]), ...idsOf(all)]);
  const findings = all.filter(({ family }) => !isFound.has(folded.get(family.id) ?? ''));
  const remaining = new Set(idsOf(findings));
  // Their copies have these locations already.
  const taken = new Set(continued.flatMap(({ family }) => family.copies.map(({ location }) => location)));
  const excused: GroupFinding[] = [];
  for (const found of exact) {
    const { family, unlisted } = found;
    const into = [family.id, family.shown.id].map((id) => folded.get(id) ?? '').find((id) => remaining.has(id));
    if (into !== undefined) covered.set(into, [...(covered.get(into) ?? []), family]);
    else if (unlisted.every(({ id, location }) => known.has(id) && !taken.has(location))) excused.push(found);
  }
  const callbacks = members.filter(({ copy }) => copy.isCallback && !unknown.has(copy.id));
  return { findings, covered, excused, callbacks, edited: edited.size };
}

/** The other groups: what is folded into these may be a finding. */
function foldedWithout(omitted: ReadonlySet<Group>, { groups, entries, relations }: Scan): Group[] {
  const files = entries.flatMap((entry) => {
    const declarations = (entry.kind === 'file' ? entry.facts?.declarations : undefined) ?? [];
    return { path: entry.path, ids: relations.get(entry.path)?.ids ?? [], declarations };
  });
  const remaining = groups.filter((group) => !omitted.has(group)).map(({ folded_into: _, ...group }) => group);
  return withFolding(remaining, files);
}

const NO_BLOCK: BlockRange = { path: '', start_line: 0, end_line: 0, start_byte: 0, end_byte: 0 };

function idsOf(findings: readonly GroupFinding[]): string[] {
  return findings.map(({ family }) => family.id);
}

function finding(
  { id, kind, nodes }: Group,
  copies: Copy[],
  listed: number,
  unlisted: Copy[],
  isNew: (copy: Copy) => boolean,
): GroupFinding {
  const added = unlisted.filter(isNew);
  return {
    change: listed === 0 ? 'new' : 'grown',
    family: { id, shown: { id, kind }, nodes, copies, holders: [] },
    listed,
    unlisted,
    fresh: added.length === 0 ? unlisted : added,
  };
}

function blockCopy(block: BlockRange, declares: string | undefined): Copy {
  const { path, start_line, end_line } = block;
  const location = blockLocation(block);
  return {
    id: `${path}:${start_line}-${end_line}`,
    location,
    path,
    qualified_name: location === path ? '' : location.slice(path.length + 1),
    ...(declares !== undefined && { declares }),
    start_line,
    end_line,
  };
}
