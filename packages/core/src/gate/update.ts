import { AnalyzerError } from '@analyzer/contracts';
import { compareBytes } from '@analyzer/contracts/order';
import { listedGroup, makeBaseline } from './baseline.ts';
import { heldBy, notListed } from './check-groups.ts';
import type { Baseline, Check, Family, ListedCycle, ListedGroup } from './model.ts';

/**
 * A baseline without what is no longer there. Nothing is added to it but what is accepted; of a group or cycle that is
 * listed and has grown stays what is listed.
 *
 * @param accepted ids of findings
 * @throws {AnalyzerError} `not_found` for an id that is no finding
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
    { hint: 'analyzer check names the findings: a group as g_…, a cycle as c_….' },
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

/** What lies in an accepted copy is accepted with it, and so on inwards. */
function welcomeHeld(welcome: Set<string>, held: ReadonlySet<string>, families: readonly Family[]): void {
  for (let size = -1; size !== welcome.size; ) {
    size = welcome.size;
    for (const { id } of heldBy(families, held, welcome)) welcome.add(id);
  }
}

/** Copies that are there and listed, then as many others as the list has room for. */
function shrunkGroup({ id, nodes, copies }: ListedGroup, family: Family): ListedGroup {
  const others = notListed(family.copies, copies);
  const isOther = new Set(others);
  const kept = family.copies.filter((copy) => !isOther.has(copy)).map(({ place }) => place);
  // Of a group that has grown nobody knows which copy was moved and which is new: what is listed stays as it is.
  if (family.copies.length > copies.length) return { id, nodes, copies: [...copies] };
  return { id, nodes, copies: [...kept, ...others.map(({ place }) => place)].sort(compareBytes) };
}

function cyclesOf({ baseline, scan, cycles }: Check, accepted: ReadonlySet<string>): ListedCycle[] {
  const refused = filesOf(cycles.filter(({ id }) => !accepted.has(id)));
  const kept = baseline.cycles.filter(({ files }) => files.some((path) => refused.has(path)));
  // What a listed cycle fell into is allowed by it as long as it is listed.
  const covered = new Set([...refused, ...filesOf(kept)]);
  const allowed = scan.cycles.filter(({ files }) => !files.some((path) => covered.has(path)));
  return [...kept, ...allowed].map(({ files }) => ({ files: [...files] }));
}

function filesOf(cycles: readonly { files: readonly string[] }[]): Set<string> {
  return new Set(cycles.flatMap(({ files }) => files));
}
