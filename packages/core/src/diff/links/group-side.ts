import type { DeclarationFacts } from '#parse/facts.ts';
import type { BlockRange, Group, Scan } from '#scan/model.ts';

/** One side: its clone groups, and the facts of each declaration by id. */
export interface GroupSide {
  groups: readonly Group[];
  facts: ReadonlyMap<string, Pick<DeclarationFacts, 'function_body' | 'function_shape'>>;
  /** The range of a declaration by id. */
  rangeOf?: (id: string) => BlockRange | undefined;
}

/** The input of `compareGroups` from a scan. */
export function groupSide({ groups, entries, relations }: Scan): GroupSide {
  const facts = new Map<string, DeclarationFacts>();
  const paths = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind !== 'file' || entry.facts === undefined) continue;
    const ids = relations.get(entry.path)?.ids ?? [];
    for (const [i, declaration] of entry.facts.declarations.entries()) {
      facts.set(ids[i] ?? '', declaration);
      paths.set(ids[i] ?? '', entry.path);
    }
  }
  const rangeOf = (id: string): BlockRange | undefined => {
    const [its, path] = [facts.get(id), paths.get(id)];
    if (its === undefined || path === undefined) return undefined;
    const { start_line, end_line, start_byte, end_byte, qualified_name: name } = its;
    return { path, start_line, end_line, start_byte, end_byte, within: id, name, is_declaration: true };
  };
  return { groups, facts, rangeOf };
}
