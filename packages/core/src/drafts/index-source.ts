import { basename } from 'node:path';
import type { DraftSource } from '#generalize/draft-source.ts';
import type { DraftInput, IndexedFile } from './input.ts';

/** The project of some copies as an index knows it. */
export function indexSource({ root, members, files, packages, manifests, names }: DraftInput): DraftSource {
  const byId = new Map(members.map((member) => [member.range.id, member]));
  const byPath = new Map(files.map((file) => [file.path, file]));
  const folders = new Set(packages);
  const withManifest = new Set(manifests);
  const declared = new Set(names);
  return {
    root: basename(root),
    project: {
      isPackage: (folder) => folders.has(folder),
      hasManifest: (folder) => withManifest.has(folder),
      moduleEnding: (path) => byPath.get(path)?.moduleEnding,
      declares: (name) => declared.has(name),
      reaches: (from, to) => from === to || byPath.get(from)?.reaches.includes(to) === true,
    },
    member: (id) => byId.get(id),
    file: (path) => byPath.get(path),
    targets: (path, imports) => targetsOf(imports, byPath.get(path)),
  };
}

/** An import whose names lead to several files leads to none. */
function targetsOf(
  imports: readonly { line: number; specifier: string }[],
  file: IndexedFile | undefined,
): Map<number, string> {
  const paths = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { line, specifier, path } of file?.imports ?? []) {
    const key = `${line} ${specifier}`;
    if ((paths.get(key) ?? path) !== path) ambiguous.add(key);
    paths.set(key, path);
  }
  const targets = new Map<number, string>();
  for (const [index, { line, specifier }] of imports.entries()) {
    const key = `${line} ${specifier}`;
    const path = paths.get(key);
    if (path !== undefined && !ambiguous.has(key)) targets.set(index, path);
  }
  return targets;
}
