import type { Declared } from '@analyzer/contracts/query/common';
import type { Row } from '#index/port.ts';
import { textList } from '../describe/lists.ts';
import { describeNode } from '../describe/nodes.ts';
import { redacted } from '../redact/secrets.ts';
import { pageOf, type RelatedList, related } from './related.ts';

const PAGE = `
  SELECT id, count(*) OVER () AS total FROM node WHERE id > ? AND id <= ? AND parent_id = ? ORDER BY id LIMIT ? OFFSET ?`;

/** Declarations directly in the subject. */
export const contents: RelatedList<Declared> = (snapshot, { id, range }, window) =>
  related(
    pageOf(window, ({ limit, offset }) =>
      snapshot.all(PAGE, [...range, id, limit, offset], (row) => ({
        id: row.integer('id'),
        total: row.integer('total'),
      })),
    ),
    (inner) => [inner.id],
    (inner) => inner,
  );

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
