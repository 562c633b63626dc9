import type { DeclarationFacts } from '#parse/facts.ts';
import { ChosenIds } from './chosen-ids.ts';
import { foldGroups, type OccurrenceRange } from './copies/fold-groups.ts';
import type { Group } from './model.ts';

/** A file with its declarations and their ids. */
export interface DeclaringFile {
  path: string;
  ids: readonly string[];
  declarations: readonly Pick<DeclarationFacts, 'start_line' | 'start_byte' | 'end_byte'>[];
}

/** The groups with the group that each one is folded into. */
export function withFolding(groups: readonly Group[], files: readonly DeclaringFile[]): Group[] {
  const wanted = new ChosenIds(groups.flatMap(({ occurrences }) => occurrences));
  const numbers = new Map(files.map(({ path }, number) => [path, number]));
  const declared = new Map<string, OccurrenceRange>();
  for (const [file, { ids, declarations }] of files.entries()) {
    for (let index = 0; index < ids.length; index++) {
      const id = ids[index];
      const its = declarations[index];
      if (id === undefined || its === undefined || !wanted.has(id, its)) continue;
      declared.set(id, { file, start: its.start_byte, end: its.end_byte });
    }
  }
  const folded = foldGroups(groups, ({ occurrences, blocks }) => {
    if (blocks === undefined) return occurrences.flatMap((id) => declared.get(id) ?? []);
    return blocks.map(({ path, start_byte, end_byte }) => ({
      file: numbers.get(path) ?? -1,
      start: start_byte,
      end: end_byte,
    }));
  });
  return groups.map((group) => {
    const into = folded.get(group.id);
    return into === undefined ? group : { ...group, folded_into: into };
  });
}
