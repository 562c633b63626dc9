import { LOAD_PHASES } from '#relate/cycles/load-phases.ts';
import type { FileEntry, Scan } from './model.ts';

/** The project files that a file imports, at load or in any phase. */
export function importsOf({ entries, relations }: Scan, inAnyPhase: boolean): (path: string) => ReadonlySet<string> {
  const files = entries.filter((entry): entry is FileEntry => entry.kind === 'file');
  const facts = new Map(files.map((file) => [file.path, file.facts]));
  return (from) => {
    const written = facts.get(from)?.imports;
    const targets = new Set<string>();
    for (const { index, path } of relations.get(from)?.imports ?? []) {
      if (path === undefined) continue;
      if (inAnyPhase || LOAD_PHASES.has(written?.[index]?.phase ?? 'load')) targets.add(path);
    }
    return targets;
  };
}
