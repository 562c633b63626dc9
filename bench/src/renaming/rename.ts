import type { Occurrence } from './locals.ts';

/**
 * Gives every local a new name, one for each spelling.
 * @param source the program; it must not contain any of the new names
 * @returns the program with the new names
 * @throws if a position does not have the expected name
 */
export function rename(source: string, occurrences: readonly Occurrence[]): string {
  const names = freshNames(source, new Set(occurrences.map(({ name }) => name)));
  let renamed = '';
  let copied = 0;
  for (const { at, name, before = '' } of [...occurrences].sort((a, b) => a.at - b.at)) {
    if (!source.startsWith(name, at)) throw new Error(`no ${name} at ${at} of: ${source}`);
    if (at < copied) continue;
    renamed += source.slice(copied, at) + before + names.get(name);
    copied = at + name.length;
  }
  return renamed + source.slice(copied);
}

/** The last spelling gets the first number, so that the order of names changes too. */
function freshNames(source: string, spellings: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  let number = 0;
  for (const spelling of [...spellings].reverse()) {
    let name: string;
    do name = `${stem(spelling)}${number++}`;
    while (source.includes(name));
    names.set(spelling, name);
  }
  return names;
}

/** JSX distinguishes components from elements by the first letter. */
function stem(name: string): string {
  if (/^[a-z]/.test(name)) return 'v';
  return /^[A-Z]/.test(name) ? 'V' : '_v';
}
