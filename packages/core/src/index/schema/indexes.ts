/**
 * The indexes of the tables in `tables.ts`, created after all rows are inserted: sorting the keys once costs less than
 * inserting each at its position.
 */
export const INDEXES: readonly string[] = [
  'CREATE UNIQUE INDEX node_by_key ON node (key)',
  // With all that a list of nodes by name filters by, so that it reads nothing else.
  'CREATE INDEX node_by_name ON node (name_id, kind, language_id, exported, classes) WHERE name_id IS NOT NULL',
  'CREATE UNIQUE INDEX file_by_path ON file (project_id, path)',
  'CREATE INDEX edge_back ON edge (to_id, kind, from_id, state, line)',
  // With all that a list of groups filters by, so that it reads nothing else.
  `CREATE INDEX group_by_occurrences ON clone_group (
    occurrences DESC, id, kind, language_id, projects, nodes, contained_in, same_as, classes
  )`,
  `CREATE INDEX group_by_nodes ON clone_group (
    nodes DESC, id, kind, language_id, projects, occurrences, contained_in, same_as, classes
  )`,
  'CREATE UNIQUE INDEX group_by_key ON group_detail (key)',
  'CREATE INDEX project_groups ON group_project (project_id, group_id)',
  'CREATE INDEX node_groups ON occurrence (node_id, group_id)',
];
