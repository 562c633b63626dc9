import type { DeclarationFacts } from '#parse/facts.ts';
import type { Scan } from '#scan/model.ts';
import { quote } from './json-text.ts';

interface Member {
  path: string;
  declaration: DeclarationFacts;
}

/**
 * Returns a function that renders the property `members` of a group: its occurrences as objects.
 *
 * @throws RangeError for an occurrence that is not a declaration of the scan
 */
export function membersText(scan: Scan): (occurrences: readonly string[]) => string {
  const members = membersById(scan);
  const textOf = (id: string): string => {
    const member = members.get(id);
    if (member === undefined) throw new RangeError(`a group contains ${id}, which the scan does not`);
    const { qualified_name, start_line, end_line } = member.declaration;
    return `{"path":${quote(member.path)},"qualified_name":${quote(qualified_name)},"start_line":${start_line},"end_line":${end_line}}`;
  };
  return (occurrences) => `,"members":[${occurrences.map(textOf).join(',')}]`;
}

/** The declarations that are in a group, by id. */
function membersById({ entries, groups, relations }: Scan): ReadonlyMap<string, Member> {
  const wanted = new Set(groups.flatMap(({ occurrences }) => occurrences));
  const members = new Map<string, Member>();
  if (wanted.size === 0) return members;
  for (const entry of entries) {
    const declarations = entry.kind === 'file' ? (entry.facts?.declarations ?? []) : [];
    const ids = relations.get(entry.path)?.ids ?? [];
    for (const [index, declaration] of declarations.entries()) {
      const id = ids[index];
      if (id !== undefined && wanted.has(id)) members.set(id, { path: entry.path, declaration });
    }
  }
  return members;
}
