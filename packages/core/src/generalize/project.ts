import type { Scan } from '#scan/model.ts';
import type { Project } from './imports.ts';

/** What a scan knows of the imports and names of a project. */
export function projectOf({ entries, relations }: Pick<Scan, 'entries' | 'relations'>): Project {
  const files = new Set<string>();
  const names = new Set<string>();
  for (const entry of entries) {
    files.add(entry.path);
    if (entry.kind !== 'file') continue;
    for (const { name } of entry.facts?.declarations ?? []) names.add(name);
  }
  return {
    isPackage: (folder) => files.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`),
    declares: (name) => names.has(name),
    reaches(from, to) {
      const seen = new Set([from]);
      for (const path of seen) {
        if (path === to) return true;
        for (const { path: target, phase } of relations.get(path)?.imports ?? []) {
          if (target !== undefined && (phase === 'load' || phase === 'conditional')) seen.add(target);
        }
      }
      return false;
    },
  };
}
