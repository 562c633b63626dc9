import type { FileImport } from '@analyzer/contracts/query/common';
import { LINK_STATES, nameOf } from '#index/codes.ts';
import type { Row } from '#index/port.ts';
import { redacted } from '../redact/secrets.ts';
import { importedNames } from './imported-names.ts';
import { pageOf, type RelatedList } from './related.ts';

/** Imports of indexed files first. */
const PAGE = `
  SELECT specifier, names, line, import.state, target.path, project.label, import.reason,
    CASE WHEN target.project_id = own.project_id THEN 1 ELSE 0 END AS is_own, count(*) OVER () AS total
  FROM import JOIN file AS own ON own.id = file_id
  LEFT JOIN file AS target ON target.id = target_id
  LEFT JOIN project ON project.id = target.project_id
  WHERE file_id = ? AND reference = 0
  ORDER BY import.state, seq LIMIT ? OFFSET ?`;

/** Imports of the subject's file. */
export const imports: RelatedList<FileImport> = (snapshot, { file }, window) => {
  const { found, total } = pageOf(window, ({ limit, offset }) =>
    snapshot.all(PAGE, [file, limit, offset], (row) => ({ item: importOf(row), total: row.integer('total') })),
  );
  return { nodes: [], total, items: () => found.map(({ item }) => item) };
};

function importOf(row: Row): FileImport {
  const path = row.optionalText('path');
  const reason = row.optionalText('reason');
  return {
    specifier: redacted(row.text('specifier')),
    names: importedNames(row.optionalText('names')).map(({ name, alias }) => alias ?? name),
    line: row.integer('line'),
    state: nameOf(LINK_STATES, row.integer('state')),
    ...(path !== undefined && { path }),
    ...(path !== undefined && !row.flag('is_own') && { project: row.text('label') }),
    ...(path === undefined && reason !== undefined && { reason }),
  };
}
