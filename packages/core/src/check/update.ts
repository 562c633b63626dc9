import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import type { BlockRange, CopyRepeat } from '#scan/model.ts';
import { listedBlock, listedGroup, listedMember, makeBaseline } from './baseline.ts';
import { indexed } from './check-blocks.ts';
import { containedIn, notListed } from './check-groups.ts';
import { checkMembers } from './check-similar.ts';
import type {
  Baseline,
  Check,
  Copy,
  Family,
  GroupFinding,
  ListedBlock,
  ListedCycle,
  ListedGroup,
  ListedMember,
} from './model.ts';
import { RepeatIndex } from './repeat-index.ts';
import { joinPlaces } from './same-place.ts';

/**
 * Removes entries from a baseline that the project no longer has, and adds only accepted findings. The entry of a grown group or
 * cycle stays unchanged unless it is accepted.
 *
 * @param check of all findings, also those that lists put apart
 * @param accepted ids of findings
 * @throws {AnalyzerError} `not_found` for an id that is not the id of a finding
 */
export function updatedBaseline(check: Check, accepted: readonly string[]): Baseline {
  requireFindings(check, accepted);
  const ids = withSamePlace(check, accepted);
  return makeBaseline(check.scan.options, {
    groups: groupsOf(check, ids),
    members: membersOf(check, ids),
    blocks: blocksOf(check, ids),
    cycles: cyclesOf(check, ids),
  });
}

function requireFindings({ groups, cycles }: Check, accepted: readonly string[]): void {
  const known = new Set([
    ...groups.flatMap(({ family }) => [family.id, family.shown.id]),
    ...cycles.map(({ id }) => id),
  ]);
  const unknown = accepted.find((id) => !known.has(id));
  if (unknown === undefined) return;
  throw new AnalyzerError(
    'not_found',
    { what: 'finding', name: unknown },
    { hint: 'analyzer check lists the ids of findings: g_… for a group, c_… for a cycle.' },
  );
}

/** Accepting a finding also accepts the findings at the same place, which a report does not count on their own. */
function withSamePlace({ groups }: Check, accepted: readonly string[]): Set<string> {
  const ids = new Set(accepted);
  for (const finding of joinPlaces(groups)) {
    if (isAccepted(finding, ids)) for (const { family } of finding.also ?? []) ids.add(family.id);
  }
  return ids;
}

function groupsOf(
  { baseline, families, groups, contained, covered, excused, continued }: Check,
  accepted: ReadonlySet<string>,
) {
  const listed = new Map(baseline.groups.map((group) => [group.id, group]));
  const welcome = new Set([...continued.map(({ family }) => family.id), ...excused.map(({ id }) => id)]);
  for (const { family } of groups.filter((it) => isAccepted(it, accepted))) {
    welcome.add(family.id);
    for (const { id } of covered.get(family.id) ?? []) welcome.add(id);
  }
  acceptContained(welcome, new Set(contained.map(({ id }) => id)), families);
  return families.flatMap((family): ListedGroup[] => {
    const group = listed.get(family.id);
    if (welcome.has(family.id)) return [listedGroup(family)];
    return group === undefined ? [] : [shrunkGroup(group, family)];
  });
}

function isAccepted({ family }: GroupFinding, accepted: ReadonlySet<string>): boolean {
  return accepted.has(family.id) || accepted.has(family.shown.id);
}

/** All similar declarations but the unlisted ones that are, or lie in, copies of findings that are not accepted. */
function membersOf({ baseline, groups, scan }: Check, accepted: ReadonlySet<string>): ListedMember[] {
  const { copy_evidence: evidence } = scan;
  if (evidence === undefined) return [];
  const { members, unknown } = checkMembers(baseline.members, scan, evidence);
  const refused = new LineRanges(groups.filter((it) => !isAccepted(it, accepted)).flatMap(({ unlisted }) => unlisted));
  return members.filter(({ copy }) => !unknown.has(copy.id) || !refused.contain(copy)).map(listedMember);
}

/** All repeated blocks except those in findings that are not accepted; their listed entries stay unchanged. */
function blocksOf({ baseline, groups, scan }: Check, accepted: ReadonlySet<string>): ListedBlock[] {
  const { copy_evidence: { repeats } = { repeats: [] } } = scan;
  const refused = new LineRanges(
    groups.filter((it) => !isAccepted(it, accepted)).flatMap(({ family }) => family.copies),
  );
  const known = new RepeatIndex(baseline.blocks.map(indexed));
  const isRefused = (repeat: CopyRepeat) => {
    return repeat.blocks.length > known.count(repeat) && repeat.blocks.some((it) => refused.contain(it));
  };
  const [left, remaining] = [repeats.filter(isRefused), repeats.filter((it) => !isRefused(it))];
  const grown = new RepeatIndex(left.map((it) => ({ ...it, at: [] })));
  const unchanged = baseline.blocks.filter((it) => grown.around(indexed(it)).length > 0);
  const blocks = [...unchanged, ...remaining.map(listedBlock)];
  return [...new Map(blocks.map((it) => [`${it.kind} ${it.units}`, it])).values()];
}

/** Lines of copies. */
class LineRanges {
  readonly #byPath = new Map<string, Copy[]>();

  constructor(copies: readonly Copy[]) {
    for (const copy of copies) {
      const its = this.#byPath.get(copy.path);
      if (its === undefined) this.#byPath.set(copy.path, [copy]);
      else its.push(copy);
    }
  }

  contain({ path, start_line, end_line }: Pick<BlockRange, 'path' | 'start_line' | 'end_line'>): boolean {
    const its = this.#byPath.get(path) ?? [];
    return its.some((copy) => copy.start_line <= start_line && copy.end_line >= end_line);
  }
}

/** Accepting a finding also accepts everything nested in its copies. */
function acceptContained(welcome: Set<string>, contained: ReadonlySet<string>, families: readonly Family[]): void {
  for (let size = -1; size !== welcome.size; ) {
    size = welcome.size;
    for (const { id } of containedIn(families, contained, welcome)) welcome.add(id);
  }
}

/** Existing listed copies, then other copies up to the allowed number. */
function shrunkGroup({ id, nodes, copies }: ListedGroup, family: Family): ListedGroup {
  const others = notListed(family.copies, copies);
  const isOther = new Set(others);
  const remaining = family.copies.filter((copy) => !isOther.has(copy)).map(({ location }) => location);
  // In a grown group it is unknown which copy was moved and which is new, so its entry stays unchanged.
  if (family.copies.length > copies.length) return { id, nodes, copies: [...copies] };
  return { id, nodes, copies: [...remaining, ...others.map(({ location }) => location)].sort(compareBytes) };
}

function cyclesOf({ baseline, scan, cycles }: Check, accepted: ReadonlySet<string>): ListedCycle[] {
  const refused = filesOf(cycles.filter(({ id }) => !accepted.has(id)));
  const remaining = baseline.cycles.filter(({ files }) => files.some((path) => refused.has(path)));
  // The smaller cycles that a listed cycle was split into are allowed as long as it is listed.
  const covered = new Set([...refused, ...filesOf(remaining)]);
  const allowed = scan.cycles.filter(({ files }) => !files.some((path) => covered.has(path)));
  return [...remaining, ...allowed].map(({ files }) => ({ files: [...files] }));
}

function filesOf(cycles: readonly { files: readonly string[] }[]): Set<string> {
  return new Set(cycles.flatMap(({ files }) => files));
}
