/** A condition on a text whose parameter is the pattern of LIKE. */
interface TextTest {
  /** SQL before the parameter. */
  before: string;
  pattern: string;
  /** SQL after the parameter. */
  after: string;
}

const CONTAINS = { before: /\binstr\(([\w.]+), $/, after: /^\) > 0/ };
const GLOB = { before: /\bglob\($/, after: /^, ([\w.]+)\)/ };

/** A shorter part has no trigram: with an index over trigrams it would take longer than without. */
const SHORTEST = 3;

/**
 * The tests of a text of SQLite as LIKE, which an index over trigrams serves.
 *
 * @param before SQL before the parameter with the value
 * @param after SQL after it
 * @param hasIndex another condition of the statement finds the texts by an index: a part of them need not
 * @returns undefined for any other condition
 */
export function textTest(before: string, value: string, after: string, hasIndex = false): TextTest | undefined {
  const [contains, column] = CONTAINS.before.exec(before) ?? [];
  if (!hasIndex && contains !== undefined && CONTAINS.after.test(after) && Array.from(value).length >= SHORTEST) {
    return {
      before: `${before.slice(0, -contains.length)}${column} LIKE `,
      pattern: `%${literal(value)}%`,
      after: after.replace(CONTAINS.after, ''),
    };
  }
  const [globbed, tested] = GLOB.after.exec(after) ?? [];
  if (globbed === undefined || !GLOB.before.test(before)) return undefined;
  return {
    before: before.replace(GLOB.before, `${tested} LIKE `),
    // Filters use no other characters of GLOB than * and ?.
    pattern: literal(value).replaceAll('*', '%').replaceAll('?', '_'),
    after: after.slice(globbed.length),
  };
}

/** A text as a pattern that only this text matches, apart from * and ?. */
function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
