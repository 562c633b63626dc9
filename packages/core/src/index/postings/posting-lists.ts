import { VALUES } from '#relate/copies/gram-order.ts';
import type { Row } from '../port.ts';
import type { ReadStatements } from '../read-statements.ts';
import { type PostedNumbers, postedLists, type StoredPostings, visitPostings } from './posting-block.ts';

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
const WANTED = `
  FROM posting_block WHERE id IN (
    SELECT (SELECT max(id) FROM posting_block WHERE id <= wanted.value AND id >= ?) FROM json_each(?) AS wanted
  ) ORDER BY id`;
const BLOCKS = `SELECT id, length(data) AS size, data ${WANTED}`;
/** Enough for the short lists of a block, and to find that one is long: a thousand postings take about 2 KB. */
const START_BYTES = 4096;
const STARTS = `SELECT id, length(data) AS size, substr(data, 1, ${START_BYTES}) AS data ${WANTED}`;

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
  const ids = JSON.stringify(values.map((value) => postingId(list, value)));
  const blocks = statements.all(BLOCKS, [postingId(list, 0), ids], (row) => ({
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

/**
 * The lists of some values.
 *
 * @param values ascending, without repeated ones
 * @param most the numbers of longer lists are omitted, and not read
 */
export function readPosted(
  statements: Pick<ReadStatements, 'all'>,
  list: PostingList,
  values: readonly number[],
  most: number,
): Map<number, PostedNumbers> {
  const found = new Map<number, PostedNumbers>(
    values.map((value) => [value, { length: 0, numbers: new Uint32Array(0) }]),
  );
  const read = (sql: string, wanted: readonly number[]): number[] => {
    if (wanted.length === 0) return [];
    const parameters = [postingId(list, 0), JSON.stringify(wanted.map((value) => postingId(list, value)))];
    const blocks = statements.all(sql, parameters, (row) => storedPostings(row, list));
    let at = 0;
    return blocks.flatMap((block, index) => {
      const end = blocks[index + 1]?.first ?? VALUES;
      while (at < wanted.length && (wanted[at] ?? 0) < block.first) at++;
      const from = at;
      while (at < wanted.length && (wanted[at] ?? 0) < end) at++;
      const its = wanted.slice(from, at);
      const lists = postedLists(block, its, most);
      for (const [value, numbers] of lists ?? []) found.set(value, numbers);
      return lists === undefined ? its : [];
    });
  };
  read(BLOCKS, Number.isFinite(most) ? read(STARTS, values) : values);
  return found;
}

function storedPostings(row: Row, list: PostingList): StoredPostings {
  const data = row.bytes('data');
  return { first: row.integer('id') - postingId(list, 0), data, size: row.integer('size') };
}
