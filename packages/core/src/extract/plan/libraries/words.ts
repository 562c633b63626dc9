import { LIBRARY_RULES } from '#languages/library-rules.ts';

const GENERIC: ReadonlySet<string> = new Set(LIBRARY_RULES.names.generic);

/** The words of a name in lower case: `useBaseQuery`, `use_base_query` and `use-base-query` have the same three. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
}

/** Without words that name no subject. */
export function subjectsOf(name: string): string[] {
  return wordsOf(name).filter((word) => word.length > 1 && !GENERIC.has(word));
}

/** The name of a package without its scope or vendor. */
export function shortName(label: string): string {
  return label.replace(/^.*\//s, '');
}

/** The name of a file without its extensions. */
export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\..*$/s, '');
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folder around all paths; empty for the root. */
export function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders;
  let parts = first === '' ? [] : first.split('/');
  for (const folder of others) {
    const its = folder.split('/');
    const end = parts.findIndex((part, index) => part !== its[index]);
    if (end >= 0) parts = parts.slice(0, end);
  }
  return parts.join('/');
}

/** The name of the class around a method; empty for others. */
export function ownerOf({ qualified_name: name }: { qualified_name: string }): string {
  return name.split(/[.\\]/).at(-2) ?? '';
}
