import { ROWS } from '../generated/rows.ts';
import { idOwner } from '../write/id-columns.ts';
import { type LastIds, PROJECT_COLUMNS } from '../write/project-writer.ts';

/** What an integer of a part refers to: ids continue after those of the index, strings have other numbers there. */
type Reference = keyof LastIds | 'name' | 'language' | 'rule';

const STRINGS: Readonly<Record<string, Reference>> = {
  name_id: 'name',
  qualifier_id: 'name',
  language_id: 'language',
  rule_id: 'rule',
};

/** More than a project has entries of a kind. */
const ENTRIES = 2 ** 22;

interface Copied {
  table: string;
  columns: readonly string[];
  order: string;
  /** References of columns that `idOwner` and `STRINGS` do not have. */
  others?: Readonly<Record<string, Reference>>;
  /** SQLite numbers the rows; in an index with a layout, their ids do not depend on other projects. */
  hasEntryIds?: true;
}

const CONTRACT = ['seq', 'pointer', 'contract_id', 'file', 'scope', 'intent', 'effect', 'forbid', 'require'];

/** All tables of a part whose rows SQL can copy, in the order of their rows; strings and calls are copied elsewhere. */
export const COPIED: readonly Copied[] = [
  { table: 'project', columns: PROJECT_COLUMNS, order: 'id', others: { id: 'project' } },
  { table: 'package', columns: ['project_id', 'folder', 'kind', 'name', 'entries'], order: 'folder, kind' },
  { table: 'coverage_count', columns: ROWS.coverage_count.columns, order: 'status' },
  { table: 'other_entry', columns: ROWS.other_entry.columns, order: 'id', hasEntryIds: true },
  { table: 'exclusion', columns: ROWS.exclusion.columns, order: 'id', hasEntryIds: true },
  { table: 'node', columns: ROWS.node.columns, order: 'id' },
  { table: 'file', columns: ROWS.file.columns, order: 'id' },
  { table: 'edge', columns: ROWS.edge.columns, order: 'from_id, kind, to_id' },
  { table: 'edge_count', columns: ROWS.edge_count.columns, order: 'kind, state' },
  { table: 'import', columns: ROWS.import.columns, order: 'file_id, seq' },
  { table: 'base', columns: ROWS.base.columns, order: 'node_id, seq' },
  { table: 'cycle_file', columns: ROWS.cycle_file.columns, order: 'cycle_id, file_id' },
  { table: 'non_load_cycle_file', columns: ROWS.non_load_cycle_file.columns, order: 'cycle_id, file_id' },
  { table: 'manifest', columns: ['project_id', 'path', 'state', 'sha256'], order: 'path' },
  { table: 'contract', columns: ['project_id', ...CONTRACT], order: 'seq' },
  { table: 'print', columns: ROWS.print.columns, order: 'node_id' },
  { table: 'tree', columns: ROWS.tree.columns, order: 'node_id' },
  { table: 'control_of_file', columns: ROWS.control_of_file.columns, order: 'file_id' },
  { table: 'silenced_lines', columns: ROWS.silenced_lines.columns, order: 'file_id, start_line' },
  { table: 'staged_token_block', columns: ['id', 'data'], order: 'id', others: { id: 'tokens' } },
  { table: 'staged_element_block', columns: ['id', 'data'], order: 'id', others: { id: 'elements' } },
  {
    table: 'token_block_of_file',
    columns: ROWS.token_block_of_file.columns,
    order: 'file_id',
    others: { staged_id: 'tokens' },
  },
  {
    table: 'element_block_of_file',
    columns: ROWS.element_block_of_file.columns,
    order: 'file_id',
    others: { staged_id: 'elements' },
  },
];

/**
 * @param last ids of the index
 * @param hasLayout ids of the index have gaps
 * @returns the statement that copies a table of the attached part
 */
export function copyStatement(
  { table, columns, order, others = {}, hasEntryIds }: Copied,
  last: LastIds,
  hasLayout: boolean,
): string {
  const values = columns.map((column) => {
    const reference = others[column] ?? STRINGS[column] ?? idOwner(table, column);
    if (reference === undefined) return `"${column}"`;
    if (reference === 'name' || reference === 'language' || reference === 'rule') {
      return `(SELECT target FROM temp.part_${reference} AS it WHERE it.id = ${column})`;
    }
    return `${column} + ${last[reference]}`;
  });
  const names = columns.map((column) => `"${column}"`);
  if (hasEntryIds === true && hasLayout) {
    names.push('id');
    values.push(`id + ${(last.project + 1) * ENTRIES}`);
  }
  return `INSERT OR FAIL INTO ${table} (${names.join(', ')}) SELECT ${values.join(', ')} FROM part.${table} ORDER BY ${order}`;
}
