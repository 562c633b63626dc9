import type { Variable } from './nodes.ts';
import type { SourceFile } from './source-file.ts';

/**
 * What a name of a file means: the declaration that it leads to, or the name itself if nothing in the file binds it.
 * Undefined if it has no one meaning.
 */
export function meaningOf(
  { name, scope, uses }: Variable,
  { path, meanings, hasWildcard }: SourceFile,
): string | undefined {
  if (scope === 'unbound') return hasWildcard ? `${path}*${name}` : name;
  if (scope !== 'file') return undefined;
  const imported = meanings.get(name);
  if (uses.filter((use) => use.writes).length > 1) return `${path}#${name}`;
  return imported ?? `${path}#${name}`;
}

/** Whether a name of two files means the same in both. */
export function isSameOuter(one: Variable, inFile: SourceFile, other: Variable, inOther: SourceFile): boolean {
  if (inFile === inOther) return one === other;
  const meaning = meaningOf(one, inFile);
  return meaning !== undefined && one.name === other.name && meaning === meaningOf(other, inOther);
}
