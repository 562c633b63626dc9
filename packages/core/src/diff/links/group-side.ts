import type { DeclarationFacts } from '#parse/facts.ts';
import type { Scan } from '#scan/model.ts';
import type { GroupSide } from './compare-groups.ts';

/** The input of `compareGroups` from a scan. */
export function groupSide({ groups, entries, relations }: Scan): GroupSide {
  const facts = new Map<string, DeclarationFacts>();
  for (const entry of entries) {
    if (entry.kind !== 'file' || entry.facts === undefined) continue;
    const ids = relations.get(entry.path)?.ids ?? [];
    for (const [i, declaration] of entry.facts.declarations.entries()) facts.set(ids[i] ?? '', declaration);
  }
  return { groups, facts };
}
