import type { CycleChange, DeclarationChangeKind, Diff, FileChangeKind, GroupChangeKind } from '#diff/model.ts';

/** Number of changes by kind. A declaration counts for each of its changes. */
export interface ChangeCounts {
  declarations: Record<DeclarationChangeKind, number>;
  imports: { appeared: number; vanished: number };
  cycles: Record<CycleChange['change'], number>;
  groups: Record<GroupChangeKind, number>;
  files: { unchanged: number } & Record<FileChangeKind, number> & { layout_only: number };
}

export function countChanges(
  diff: Pick<Diff, 'declarations' | 'imports' | 'cycles' | 'groups' | 'files' | 'unchanged'>,
): ChangeCounts {
  const counts: ChangeCounts = {
    declarations: {
      added: 0,
      removed: 0,
      moved: 0,
      renamed: 0,
      'signature-changed': 0,
      'names-changed': 0,
      changed: 0,
      exported: 0,
      unexported: 0,
    },
    imports: { appeared: 0, vanished: 0 },
    cycles: { appeared: 0, vanished: 0, grew: 0, shrank: 0, changed: 0 },
    groups: { appeared: 0, vanished: 0, grew: 0, shrank: 0, diverged: 0, 'edited-together': 0 },
    files: {
      unchanged: diff.unchanged,
      added: 0,
      removed: 0,
      modified: 0,
      moved: 0,
      'moved-edited': 0,
      copied: 0,
      unreadable: 0,
      layout_only: 0,
    },
  };
  for (const { changes } of diff.declarations) for (const change of changes) counts.declarations[change]++;
  for (const { change } of diff.imports) counts.imports[change]++;
  for (const { change } of diff.cycles) counts.cycles[change]++;
  for (const { change } of diff.groups) counts.groups[change]++;
  for (const { change, effect } of diff.files) {
    counts.files[change]++;
    if (effect === 'layout') counts.files.layout_only++;
  }
  return counts;
}
