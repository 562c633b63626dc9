import { VALUES } from '#relate/copies/gram-order.ts';
import type { Statement } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import { visitPostings } from './posting-block.ts';

/**
 * Lists of postings. `grams`: positions in the list of posted sets, by the posted 5-grams of each (relate/copies/gram-order.ts).
 * `shapes`: nodes of listed functions, by the first two bytes of their shape. `runs`: nodes of files, by the start of each
 * run of units that is large enough for a group.
 */
export const POSTING_LISTS = ['grams', 'shapes', 'runs'] as const;
export type PostingList = (typeof POSTING_LISTS)[number];

/** The id of a block of postings. */
export function postingId(list: PostingList, value: number): number {
  return POSTING_LISTS.indexOf(list) * VALUES + value;
}

/** For each wanted value the block that has it, if there is one. */
const BLOCKS = `
  SELECT id, data FROM posting_block WHERE id IN (
    SELECT (SELECT max(id) FROM posting_block WHERE id <= wanted.value AND id >= ?) FROM json_each(?) AS wanted
  ) ORDER BY id`;

/** The statement that `visitPosted` needs. */
export function postedStatement(list: PostingList, values: readonly number[]): Statement {
  return {
    sql: BLOCKS,
    parameters: [postingId(list, 0), JSON.stringify(values.map((value) => postingId(list, value)))],
  };
}

/**
 * Visits the postings of some values of a list.
 *
 * @param values ascending, without repeated ones
 */
export function visitPosted(
  statements: Pick<ReadStatements, 'all'>,
  list: PostingList,
  values: readonly number[],
  visit: (value: number, number: number) => void,
): void {
  if (values.length === 0) return;
  const { sql, parameters } = postedStatement(list, values);
  const blocks = statements.all(sql, parameters, (row) => ({
    first: row.integer('id') - postingId(list, 0),
    data: row.bytes('data'),
  }));
  const wanted = new Uint8Array(VALUES);
  for (const value of values) wanted[value] = 1;
  let at = 0;
  for (const [index, { first, data }] of blocks.entries()) {
    const next = blocks[index + 1]?.first ?? VALUES;
    let last = -1;
    for (; at < values.length && (values[at] ?? 0) < next; at++) last = values[at] ?? 0;
    if (last < 0) continue;
    visitPostings(data, first, last, (value, number) => {
      if (wanted[value] === 1) visit(value, number);
    });
  }
}
