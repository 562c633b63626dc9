import type { Declared } from '@analyzer/contracts/query/common';
import type { Row } from '#index/port.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { redacted } from '../redact/secrets.ts';
import { pageOf, type RelatedList } from './related.ts';

const INNER = 'FROM node WHERE id > ? AND id <= ? AND parent_id = ?';
const TOTAL = `SELECT count(*) AS n ${INNER}`;
const PAGE = `SELECT id ${INNER} ORDER BY id LIMIT ? OFFSET ?`;

/** Declarations directly in the subject. */
export const contents: RelatedList<Declared> = (snapshot, { id, range }, window) => {
  const values = [...range, id];
  const found = snapshot.all(PAGE, [...values, window.limit, window.offset], (row) => row.integer('id'));
  return pageOf(snapshot, window, found, {
    describe: (ids) => readNodes(snapshot, ids, declared),
    count: () => snapshot.first(TOTAL, values, (row) => row.integer('n')),
  });
};

/** @param row of `described_node` */
export function declared(row: Row): Declared {
  return { node: describeNode(row), ...signatureOf(row) };
}

/** What only declarations have. */
function signatureOf(row: Row): Omit<Declared, 'node'> {
  if (row.optionalText('name') === undefined) return {};
  const returns = row.optionalText('returns');
  const parameters = textList(row.optionalText('parameters')).map(redacted);
  return { exported: row.flag('exported'), parameters, ...(returns !== undefined && { returns: redacted(returns) }) };
}
