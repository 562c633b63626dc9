import { compareBytes } from '@analyzer/contracts/order';
import type { Group, Scan } from '#scan/model.ts';
import type { Copy, Family } from './model.ts';

/**
 * The clone groups of a scan so that each copy is in only one family: function-shape groups, each with the function-body
 * group that has the same copies, if any.
 *
 * @returns ordered by id
 */
export function familiesOf(scan: Pick<Scan, 'entries' | 'relations' | 'groups'>): Family[] {
  const byId = new Map(scan.groups.map((group) => [group.id, group]));
  const shapes = scan.groups.filter(({ kind }) => kind === 'function-shape');
  const covered = new Set(shapes.flatMap(({ occurrences }) => occurrences));
  const functions = scan.groups.filter(({ kind }) => kind === 'function-body' || kind === 'function-shape');
  const copies = copiesById(scan, new Set(functions.flatMap(({ occurrences }) => occurrences)));
  const family = (group: Group): Family => {
    const body = group.same_as === undefined ? undefined : byId.get(group.same_as);
    const { id, kind } = body ?? group;
    return {
      id: group.id,
      shown: { id, kind },
      nodes: group.nodes,
      copies: group.occurrences.flatMap((each) => copies.get(each) ?? []),
      holders: [group.contained_in, body?.contained_in].filter((each) => each !== undefined),
    };
  };
  // A function without a shape fingerprint can still be in a group of equal bodies.
  const bodies = scan.groups.filter(
    ({ kind, occurrences }) => kind === 'function-body' && !occurrences.some((id) => covered.has(id)),
  );
  return [...shapes, ...bodies].map(family).sort((a, b) => compareBytes(a.id, b.id));
}

/** The declarations with these ids. */
export function copiesById(
  { entries, relations }: Pick<Scan, 'entries' | 'relations'>,
  wanted: ReadonlySet<string>,
): Map<string, Copy> {
  const copies = new Map<string, Copy>();
  for (const entry of entries) {
    if (entry.kind !== 'file' || entry.facts === undefined) continue;
    const { path } = entry;
    const ids = relations.get(path)?.ids ?? [];
    for (const [index, { qualified_name, start_line, end_line }] of entry.facts.declarations.entries()) {
      const id = ids[index] ?? '';
      if (!wanted.has(id)) continue;
      copies.set(id, { id, location: locationOf(path, qualified_name), path, qualified_name, start_line, end_line });
    }
  }
  return copies;
}

/** `<path>#<qualified_name>` of every declaration. */
export function locationsOf({ entries }: Pick<Scan, 'entries'>): Set<string> {
  const locations = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== 'file') continue;
    for (const { qualified_name } of entry.facts?.declarations ?? [])
      locations.add(locationOf(entry.path, qualified_name));
  }
  return locations;
}

export function locationOf(path: string, qualifiedName: string): string {
  return `${path}#${qualifiedName}`;
}
