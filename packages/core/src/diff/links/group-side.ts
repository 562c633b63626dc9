import type { DeclarationFacts } from '#parse/facts.ts';
import type { Group, Scan } from '#scan/model.ts';

/** One side: its clone groups, and the facts of each declaration by id. */
export interface GroupSide {
  groups: readonly Group[];
  facts: ReadonlyMap<string, Pick<DeclarationFacts, 'function_body' | 'function_shape'>>;
}

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
