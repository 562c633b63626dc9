/** A name of one text that the other text writes in another way. */
export interface Rename {
  from: string;
  to: string;
}

/** Names, strings of one line, other characters. Names in strings do not count. */
const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S/gu;
const NAME = /^[\p{L}_$]/u;

/**
 * The names that differ in two lists of lines which are next to each other, such as those of functions that are identical up
 * to renaming. A name counts only if the other text has one name for it in all of these lines that have the same tokens
 * besides names. The first line, which has the name of the function, does not matter for names of other lines.
 *
 * @returns in the order of their first lines
 */
export function renamesBetween(pairs: readonly (readonly [before: string, after: string])[]): Rename[] {
  const [first, ...others] = pairs;
  const [inFirst, inOthers] = [namesIn(first === undefined ? [] : [first]), namesIn(others)];
  const found = new Map([...inFirst, ...inOthers]);
  return [...found].flatMap(([from, [to = '', ...more]]) => (more.length > 0 || from === to ? [] : [{ from, to }]));
}

/** By name of the first text: what the other one has in its place. */
function namesIn(pairs: readonly (readonly [before: string, after: string])[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [before, after] of pairs) {
    const [one, other] = [tokensOf(before), tokensOf(after)];
    if (!haveSameFrame(one, other)) continue;
    for (const [index, name] of one.entries()) {
      if (!NAME.test(name)) continue;
      const its = found.get(name) ?? new Set();
      found.set(name, its.add(other[index] ?? ''));
    }
  }
  return found;
}

/** The line with the new names. */
export function renamed(line: string, names: ReadonlyMap<string, string>): string {
  return line.replace(TOKEN, (token) => names.get(token) ?? token);
}

/** The line with the same mark for each name. */
export function frameOf(line: string): string {
  return tokensOf(line)
    .map((token) => (NAME.test(token) ? '_' : token))
    .join(' ');
}

function tokensOf(line: string): string[] {
  return line.match(TOKEN) ?? [];
}

function haveSameFrame(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((token, at) => token === other[at] || (NAME.test(token) && NAME.test(other[at] ?? '')))
  );
}
