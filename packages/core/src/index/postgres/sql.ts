import type { Value } from '../port.ts';
import { textTest } from './text-test.ts';

/**
 * Statements of queries are written for both databases. What differs is replaced here: parameters have numbers and
 * types, because PostgreSQL cannot infer all of them, a CROSS JOIN, which sets the order of a join in SQLite, has no
 * condition, a list of ids is an array, and tests of texts are patterns.
 *
 * @returns the statement, and the values of its parameters
 */
export function postgresSql(sql: string, values: readonly Value[]): { sql: string; values: Value[] } {
  const pieces = sql
    .replace(ORDERED_JOIN, 'JOIN $1 ON')
    .replace(ANY_CASE, 'ILIKE ?')
    .replace(LISTED, '= ANY (ARRAY($1))')
    .split('?');
  if (pieces.length !== values.length + 1) throw new RangeError(`${values.length} values for the statement ${sql}`);
  const sent: Value[] = [];
  // A pattern has the parts that the other tests of a statement look for: an index over trigrams would search them twice.
  let hasIndex = /\bglob\(\?/.test(sql);
  let translated = pieces[0] ?? '';
  for (const [index, value] of values.entries()) {
    const next = pieces[index + 1] ?? '';
    hasIndex ||= typeof value === 'string' && value.length >= LONG_PREFIX && FROM.test(translated);
    const tested = typeof value === 'string' ? textTest(translated, value, next, hasIndex) : undefined;
    // The type of a parameter without a value could not be inferred.
    if (value === null) translated += `NULL${next}`;
    else if (tested === undefined) translated = withParameter(translated, sent.push(value), value) + next;
    else translated = `${tested.before}$${sent.push(tested.pattern)}::text${tested.after}`;
  }
  return { sql: translated, values: sent };
}

/** The least text of a range; with so many characters the range is narrow, and its index is faster than trigrams. */
const FROM = /[\w.]+ >= $/;
const LONG_PREFIX = 3;

const ORDERED_JOIN = /CROSS JOIN (\S+(?: AS \w+)?) ON/g;

/** As an array, a list is looked up in an index; as a subquery, it can be searched for each row of the table. */
const LISTED = /\bIN \((SELECT value FROM json_each\([^()]*\))\)/g;

/** LIKE distinguishes cases; its escape character is the same without being named. */
const ANY_CASE = /\bLIKE \? ESCAPE '\\'/g;

/** In SQLite each text is less than any bytes: filters use this as a limit above all texts. */
const BELOW = /[\w.]+ < $/;

function withParameter(before: string, number: number, value: number | string | Uint8Array): string {
  if (typeof value === 'number') return `${before}$${number}::bigint`;
  if (typeof value === 'string') return `${before}$${number}::text`;
  return BELOW.test(before)
    ? `${before.replace(BELOW, '')}$${number}::bytea IS NOT NULL`
    : `${before}$${number}::bytea`;
}
