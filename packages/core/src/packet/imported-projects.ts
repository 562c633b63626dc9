import type { Snapshot } from '#index/port.ts';
import type { DraftProject } from './draft.ts';

/** Files with a resolved import of a file of another wanted project. */
const IMPORTS = `
  WITH wanted AS (SELECT project.* FROM json_each(?, '$') AS label JOIN project ON project.label = label.value)
  SELECT importer.label AS importer, imported.label AS project, count(DISTINCT linked_import.file_id) AS files
  FROM wanted AS importer
  JOIN linked_import ON linked_import.file_id BETWEEN importer.node_id AND importer.last_node_id
  JOIN import ON import.file_id = linked_import.file_id AND import.seq = linked_import.seq
  JOIN wanted AS imported ON import.target_id BETWEEN imported.node_id AND imported.last_node_id
  WHERE imported.id <> importer.id
  GROUP BY importer.id, importer.label, imported.id, imported.label
  ORDER BY importer.id, imported.id`;

/** The other ones of some projects that each of them imports, by label. */
export function importedProjects(
  snapshot: Snapshot,
  labels: ReadonlySet<string>,
): ReadonlyMap<string, DraftProject['imports']> {
  const found = new Map<string, DraftProject['imports']>();
  const rows = snapshot.all(IMPORTS, [JSON.stringify([...labels])], (row) => ({
    importer: row.text('importer'),
    project: row.text('project'),
    files: row.integer('files'),
  }));
  for (const { importer, ...imported } of rows) found.set(importer, [...(found.get(importer) ?? []), imported]);
  return found;
}
