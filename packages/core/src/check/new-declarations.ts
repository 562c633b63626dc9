import { FILE_CLASSES, hasClass } from '#scan/file-classes.ts';
import type { FileEntry, Scan } from '#scan/model.ts';
import { locationOf } from './families.ts';
import { renamedFiles } from './renamed-files.ts';

/** Names and first lines of the new declarations of a file. */
export type NewDeclarations = ReadonlySet<string>;

export function declarationKey(qualifiedName: string, startLine: number): string {
  return `${startLine} ${qualifiedName}`;
}

/**
 * Declarations of product code that did not exist before, neither under their name in their file nor with the same code
 * elsewhere: neither edited nor moved ones.
 *
 * @returns by path of their file
 */
export function newDeclarations(now: Scan, before: Scan): Map<string, NewDeclarations> {
  const [locations, bodies] = [new Set<string>(), new Set<string>()];
  for (const file of filesOf(before)) {
    for (const { qualified_name, function_body, tree_hash } of file.facts?.declarations ?? []) {
      locations.add(locationOf(file.path, qualified_name));
      const body = function_body ?? tree_hash;
      if (body !== undefined) bodies.add(body);
    }
  }
  const renames = renamedFiles(before, now);
  const found = new Map<string, NewDeclarations>();
  for (const file of filesOf(now)) {
    if (FILE_CLASSES.some((name) => hasClass(file, name))) continue;
    const its = (file.facts?.declarations ?? []).flatMap(({ qualified_name, start_line, function_body, tree_hash }) => {
      const isKnown =
        locations.has(locationOf(renames.get(file.path) ?? file.path, qualified_name)) ||
        bodies.has(function_body ?? tree_hash ?? '');
      return isKnown ? [] : [declarationKey(qualified_name, start_line)];
    });
    if (its.length > 0) found.set(file.path, new Set(its));
  }
  return found;
}

function filesOf({ entries }: Scan): FileEntry[] {
  return entries.flatMap((entry) => (entry.kind === 'file' ? [entry] : []));
}
