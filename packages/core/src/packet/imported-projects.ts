import type { Snapshot } from '#index/port.ts';
import type { DraftProject } from './draft.ts';

/** Files with a resolved import of a file of another wanted project. */
const IMPORTS = `
  WITH wanted AS (SELECT project.* FROM json_each(?, '$') AS label JOIN project ON project.label = label.value),
  linked AS MATERIALIZED (
    SELECT wanted.id AS importer_id, own.file_id,
      (SELECT target_id FROM import WHERE import.file_id = own.file_id AND import.seq = own.seq) AS target_id
    FROM wanted JOIN linked_import AS own ON own.file_id BETWEEN wanted.node_id AND wanted.last_node_id
  )
  SELECT importer.label AS importer, imported.label AS project, count(DISTINCT linked.file_id) AS files
  FROM linked JOIN wanted AS importer ON importer.id = linked.importer_id
  JOIN wanted AS imported ON linked.target_id BETWEEN imported.node_id AND imported.last_node_id
  WHERE imported.id <> importer.id
  GROUP BY importer.id, importer.label, imported.id, imported.label
  ORDER BY importer.id, imported.id`;

/** The other ones of some projects that each of them imports, by label. */
export function importedProjects(
  snapshot: Snapshot,
  labels: ReadonlySet<string>,
): ReadonlyMap<string, DraftProject['imports']> {
  const found = new Map<string, DraftProject['imports']>();
  if (labels.size < 2) return found;
  const rows = snapshot.all(IMPORTS, [JSON.stringify([...labels])], (row) => ({
    importer: row.text('importer'),
    project: row.text('project'),
    files: row.integer('files'),
  }));
  for (const { importer, ...imported } of rows) found.set(importer, [...(found.get(importer) ?? []), imported]);
  return found;
}
