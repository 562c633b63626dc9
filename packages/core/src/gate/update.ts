import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import { listedGroup, makeBaseline } from './baseline.ts';
import { heldBy, notListed } from './check-groups.ts';
import type { Baseline, Check, Family, ListedCycle, ListedGroup } from './model.ts';

/**
 * Removes from a baseline what the project no longer has, and adds only accepted findings. The entry of a grown group or
 * cycle stays unchanged unless it is accepted.
 *
 * @param accepted ids of findings
 * @throws {AnalyzerError} `not_found` for an id that is not the id of a finding
 */
export function updatedBaseline(check: Check, accepted: readonly string[]): Baseline {
  requireFindings(check, accepted);
  const ids = new Set(accepted);
  return makeBaseline(check.scan.options, groupsOf(check, ids), cyclesOf(check, ids));
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

function groupsOf({ baseline, families, groups, held, continued }: Check, accepted: ReadonlySet<string>) {
  const listed = new Map(baseline.groups.map((group) => [group.id, group]));
  const welcome = new Set(continued.map(({ family }) => family.id));
  for (const { family } of groups) {
    if (accepted.has(family.id) || accepted.has(family.shown.id)) welcome.add(family.id);
  }
  welcomeHeld(welcome, new Set(held.map(({ id }) => id)), families);
  return families.flatMap((family): ListedGroup[] => {
    const group = listed.get(family.id);
    if (welcome.has(family.id)) return [listedGroup(family)];
    return group === undefined ? [] : [shrunkGroup(group, family)];
  });
}

/** Accepting a finding also accepts everything nested in its copies. */
function welcomeHeld(welcome: Set<string>, held: ReadonlySet<string>, families: readonly Family[]): void {
  for (let size = -1; size !== welcome.size; ) {
    size = welcome.size;
    for (const { id } of heldBy(families, held, welcome)) welcome.add(id);
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
