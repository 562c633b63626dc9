import type { Scan } from '#scan/model.ts';
import type { Project } from './imports.ts';
import { moduleEndings } from './module-endings.ts';

/** What a scan knows of the imports and names of a project. */
export function projectOf({ root, entries, relations }: Pick<Scan, 'root' | 'entries' | 'relations'>): Project {
  const files = new Set<string>();
  const names = new Set<string>();
  // Files that import the scanned folder by its name, if it is a package: where such an import leads is not resolved.
  const importsItself = new Set<string>();
  for (const entry of entries) {
    files.add(entry.path);
    if (entry.kind !== 'file') continue;
    for (const { name } of entry.facts?.declarations ?? []) names.add(name);
    if (entry.facts?.imports.some(({ target }) => target === root || target.startsWith(`${root}.`)) === true) {
      importsItself.add(entry.path);
    }
  }
  if (!files.has('__init__.py')) importsItself.clear();
  const hasManifest = (folder: string) => files.has(folder === '' ? 'package.json' : `${folder}/package.json`);
  const reached = new Map<string, ReadonlySet<string>>();
  return {
    isPackage: (folder) => files.has(folder === '' ? '__init__.py' : `${folder}/__init__.py`),
    hasManifest,
    moduleEnding: moduleEndings(entries, hasManifest),
    declares: (name) => names.has(name),
    reaches(from, to) {
      const its = reached.get(from) ?? loadedBy(from, relations);
      reached.set(from, its);
      return its.has(to) || (importsItself.size > 0 && [...its].some((path) => importsItself.has(path)));
    },
  };
}

/** A file, and those that it imports when it is loaded, also through others. */
function loadedBy(file: string, relations: Scan['relations']): Set<string> {
  const seen = new Set([file]);
  for (const path of seen) {
    for (const { path: target, phase } of relations.get(path)?.imports ?? []) {
      if (target !== undefined && (phase === 'load' || phase === 'conditional')) seen.add(target);
    }
  }
  return seen;
}
