import type { DeclarationFacts } from '#parse/facts.ts';
import type { Group, Scan } from '#scan/model.ts';

export interface GroupMember {
  path: string;
  declaration: DeclarationFacts;
}

/** The declarations of a scan that are in some groups. */
export class GroupMembers {
  readonly #members = new Map<string, GroupMember>();

  constructor({ entries, relations }: Pick<Scan, 'entries' | 'relations'>, groups: readonly Group[]) {
    const wanted = new Set(groups.flatMap(({ occurrences }) => occurrences));
    if (wanted.size === 0) return;
    for (const entry of entries) {
      const declarations = entry.kind === 'file' ? (entry.facts?.declarations ?? []) : [];
      const ids = relations.get(entry.path)?.ids ?? [];
      for (const [index, declaration] of declarations.entries()) {
        const id = ids[index];
        if (id !== undefined && wanted.has(id)) this.#members.set(id, { path: entry.path, declaration });
      }
    }
  }

  /** @throws RangeError for an occurrence that is not a declaration of the scan */
  of(id: string): GroupMember {
    const member = this.#members.get(id);
    if (member === undefined) throw new RangeError(`a group contains ${id}, which the scan does not`);
    return member;
  }
}
