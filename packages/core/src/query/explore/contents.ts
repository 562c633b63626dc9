import type { Declared } from '@analyzer/contracts/query/common';
import type { Row } from '#index/port.ts';
import { textList } from '../describe/lists.ts';
import { describeNode, readNodes } from '../describe/nodes.ts';
import { redacted } from '../redact/secrets.ts';
import type { RelatedList } from './related.ts';

const INNER = 'FROM node WHERE id > ? AND id <= ? AND parent_id = ?';
const TOTAL = `SELECT count(*) AS n ${INNER}`;
const PAGE = `SELECT id ${INNER} ORDER BY id LIMIT ? OFFSET ?`;

/** Declarations directly in the subject. */
export const contents: RelatedList<Declared> = (snapshot, { id, range }, { limit, offset }) => {
  const values = [...range, id];
  const ids = snapshot.all(PAGE, [...values, limit, offset], (row) => row.integer('id'));
  return {
    items: readNodes(snapshot, ids, declared),
    total: snapshot.first(TOTAL, values, (row) => row.integer('n')) ?? 0,
  };
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
