import { PARSED } from '#languages/parsed.ts';

/** Languages of which code can use a package of the other. */
const COMPATIBLE: readonly ReadonlySet<string>[] = [new Set(['javascript', 'typescript'])];

/** The languages of which functions are grouped, with the file name extension of a shared file: the first of each. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  PARSED.map(({ id, files }) => [id, Object.keys(files.extensions)[0] ?? '']),
);

export const LANGUAGES: readonly string[] = [...EXTENSIONS.keys()];

/** Whether functions of one language can move to a package of another. */
export function areCompatible(one: string, other: string): boolean {
  return one === other || COMPATIBLE.some((languages) => languages.has(one) && languages.has(other));
}

/** Code of a language without a package manager is shared as a file. */
export function kindOfNew(language: string): 'package' | 'artifact' {
  return language === 'bash' ? 'artifact' : 'package';
}

/** The end of the name of a new package's folder or file. */
export function endingOfNew(language: string): string {
  return kindOfNew(language) === 'artifact' ? (EXTENSIONS.get(language) ?? '') : '';
}
