import { codeOf, NODE_KINDS } from '../codes.ts';
import { numbers, optionalNumbers } from '../columns.ts';
import type { Statements } from '../sqlite/statements.ts';
import type { NodeRange } from './earlier-rows.ts';

/** A file or declaration. */
export interface WordedNode {
  id: number;
  isFile: boolean;
  /** Integer ids; 0 for none. */
  name: number;
  qualifier: number;
  language: number;
  /** JSON; empty for none. */
  parameters: string;
  /** Of a declaration, 1-based. */
  startLine: number;
}

/** Nodes per statement. */
const AT_ONCE = 4096;
const FILE = codeOf(NODE_KINDS, 'file');

const NODES = `
  SELECT
    json_group_array(id) AS ids, json_group_array(kind) AS kinds, json_group_array(name_id) AS names,
    json_group_array(qualifier_id) AS qualifiers, json_group_array(language_id) AS languages,
    json_group_array(start_line) AS lines
  FROM (
    SELECT id, kind, name_id, qualifier_id, language_id, start_line FROM node
    WHERE kind >= ${FILE} AND id BETWEEN ? AND ? ORDER BY id
  )`;
/** Row by row: a project can have any number of long ones. */
const PARAMETERS = `
  SELECT id, parameters FROM node
  WHERE parameters IS NOT NULL AND kind >= ${FILE} AND id BETWEEN ? AND ? ORDER BY id`;

/** Files and declarations in their order. All must be read. */
export function* readWordedNodes(statements: Statements, { first, last }: NodeRange): Generator<WordedNode> {
  const lists = statements.iterate(PARAMETERS, [first, last], (row) => {
    return { id: row.integer('id'), parameters: row.text('parameters') };
  });
  let list = lists.next();
  for (let start = first; start <= last; start += AT_ONCE) {
    const rows = statements.first(NODES, [start, Math.min(last, start + AT_ONCE - 1)], (row) => ({
      ids: numbers(row, 'ids'),
      kinds: numbers(row, 'kinds'),
      names: optionalNumbers(row, 'names'),
      qualifiers: optionalNumbers(row, 'qualifiers'),
      languages: optionalNumbers(row, 'languages'),
      lines: optionalNumbers(row, 'lines'),
    }));
    for (const [at, id] of rows?.ids.entries() ?? []) {
      let parameters = '';
      if (list.done !== true && list.value.id === id) {
        parameters = list.value.parameters;
        list = lists.next();
      }
      yield {
        id,
        isFile: rows?.kinds[at] === FILE,
        name: rows?.names[at] ?? 0,
        qualifier: rows?.qualifiers[at] ?? 0,
        language: rows?.languages[at] ?? 0,
        parameters,
        startLine: rows?.lines[at] ?? 1,
      };
    }
  }
}
