/**
 * The rows of an index, many times: statements that copy the tables of the schema `src` into those of the search path.
 * Copy number r of a project has its own label, keys, hashes and names used once or twice. Of 16 groups, 15 exist in each copy
 * anew; the others are one group of several copies, so that groups of many projects exist too.
 */

/** Once: what a copy adds to ids, and the ids of groups and names. */
export const PREPARED = `
  CREATE TEMP TABLE base AS SELECT
    (SELECT max(id) FROM src.node) AS nodes, (SELECT max(id) FROM src.project) AS projects,
    (SELECT max(id) FROM src.name) AS names, (SELECT coalesce(max(id), 0) FROM src.whole_copy) AS whole,
    (SELECT coalesce(max(id), 0) FROM src.token_block) AS blocks, (SELECT coalesce(max(id), 0) FROM src.exclusion) AS exclusions,
    (SELECT coalesce(max(id), 0) FROM src.other_entry) AS others,
    (
      SELECT coalesce(max(cycle_id), 0) FROM
      (SELECT cycle_id FROM src.cycle_file UNION ALL SELECT cycle_id FROM src.non_load_cycle_file) AS its
    ) AS cycles;
  -- Names that few declarations have; others, such as get, are those of all copies.
  CREATE TEMP TABLE rare AS
  SELECT id, row_number() OVER (ORDER BY id) AS place FROM src.name
  WHERE (SELECT count(*) FROM (SELECT 1 FROM src.node WHERE name_id = name.id LIMIT 3) AS few) < 3
    AND NOT EXISTS (SELECT 1 FROM src.node WHERE qualifier_id = name.id) AND id % 3 = 0;
  CREATE UNIQUE INDEX ON rare (id);
  CREATE TEMP TABLE rares AS SELECT count(*) AS n FROM rare;
  ANALYZE rare;
  -- The copy that names the group of a copy.
  CREATE FUNCTION pg_temp.first_copy(copy bigint, its bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN its % 256 = 1 THEN 0 WHEN its % 16 = 0 THEN copy - copy % 4 ELSE copy END
  $$;
  CREATE FUNCTION pg_temp.hash_of(bytes bytea, copy bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE copy WHEN 0 THEN bytes ELSE sha256(bytes || int8send(copy)) END
  $$;
  CREATE FUNCTION pg_temp.name_of(name bigint, place bigint, copy bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN place IS NULL OR copy = 0 THEN name ELSE (SELECT names FROM base) + (copy - 1) * (SELECT n FROM rares) + place END
  $$;
`;

/** @param copies more than one */
export function groups(copies: number): string {
  return `
  CREATE TEMP TABLE numbered AS
  SELECT
    row_number() OVER (ORDER BY projects DESC, score DESC, key) AS id, copy, old, kind, language_id, projects, occurrences,
    nodes, score, classes, same_as, contained_in, whole_copy_id, key, fingerprint, names
  FROM (
    SELECT
      copy, its.id AS old, kind, language_id, projects * many AS projects, occurrences * many AS occurrences, nodes,
      (score + nodes) * many - nodes AS score, classes, same_as, contained_in,
      whole_copy_id + copy * (SELECT whole FROM base) AS whole_copy_id,
      substring(pg_temp.hash_of(key, copy) FROM 1 FOR 10) AS key, pg_temp.hash_of(fingerprint, copy) AS fingerprint, names
    FROM (
      SELECT pg_temp.first_copy(copy, its.id) AS copy, its.id AS own, count(*) AS many
      FROM generate_series(0, ${copies - 1}::bigint) AS copy CROSS JOIN src.clone_group AS its GROUP BY 1, 2
    ) AS one
    JOIN src.clone_group AS its ON its.id = own JOIN src.group_detail AS detail ON detail.id = own
  ) AS all_of_them;
  CREATE TEMP TABLE group_of AS SELECT copy, old, id FROM numbered;
  ANALYZE group_of;
  INSERT INTO clone_group
  SELECT numbered.id, kind, language_id, projects, occurrences, nodes, score, classes, same.id, holder.id, whole_copy_id
  FROM numbered
  LEFT JOIN group_of AS same ON same.old = same_as AND same.copy = pg_temp.first_copy(numbered.copy, same_as)
  LEFT JOIN group_of AS holder ON holder.old = contained_in AND holder.copy = pg_temp.first_copy(numbered.copy, contained_in)
  ORDER BY 1;
  INSERT INTO group_detail SELECT id, key, fingerprint, names FROM numbered ORDER BY 1;
  DROP TABLE numbered;
  INSERT INTO occurrence
  SELECT
    group_of.id, seq + occurrences * (many.copy - group_of.copy), node_id + many.copy * (SELECT nodes FROM base), similarity,
    match, start_line, end_line, start_byte, end_byte
  FROM generate_series(0, ${copies - 1}::bigint) AS many(copy) CROSS JOIN src.occurrence AS its
  JOIN src.clone_group AS whole ON whole.id = group_id
  JOIN group_of ON old = group_id AND group_of.copy = pg_temp.first_copy(many.copy, group_id)
  ORDER BY 1, 2;
  INSERT INTO group_project
  SELECT group_of.id, project_id + many.copy * (SELECT projects FROM base), occurrences
  FROM generate_series(0, ${copies - 1}::bigint) AS many(copy) CROSS JOIN src.group_project
  JOIN group_of ON old = group_id AND group_of.copy = pg_temp.first_copy(many.copy, group_id)
  ORDER BY 1, 2;
  INSERT INTO group_name
  SELECT pg_temp.name_of(name_id, place, many.copy), group_of.id, sum(n)
  FROM generate_series(0, ${copies - 1}::bigint) AS many(copy) CROSS JOIN src.group_name
  LEFT JOIN rare ON rare.id = name_id
  JOIN group_of ON old = group_id AND group_of.copy = pg_temp.first_copy(many.copy, group_id)
  GROUP BY 1, 2 ORDER BY 1, 2;
  DROP TABLE group_of`;
}

const TABLES_ONCE = ['snapshot', 'local_run', 'language', 'exclusion_rule'];

/** Rows that no copy changes. */
export const ONCE: string = TABLES_ONCE.map((name) => `INSERT INTO ${name} SELECT * FROM src.${name};`).join('\n');

/** The tables of which a copy adds numbers to some columns, with what it adds. */
const SHIFTED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  project: { id: 'projects', node_id: 'nodes', last_node_id: 'nodes' },
  project_language: { project_id: 'projects' },
  coverage_count: { project_id: 'projects' },
  file: { id: 'nodes', last_node_id: 'nodes', project_id: 'projects' },
  package: { project_id: 'projects' },
  other_entry: { id: 'others', project_id: 'projects' },
  node_count: { project_id: 'projects' },
  edge: { from_id: 'nodes', to_id: 'nodes' },
  edge_count: { project_id: 'projects' },
  import: { file_id: 'nodes', target_id: 'nodes' },
  linked_import: { file_id: 'nodes' },
  cycle_file: { cycle_id: 'cycles', file_id: 'nodes' },
  non_load_cycle_file: { cycle_id: 'cycles', file_id: 'nodes' },
  whole_copy: { id: 'whole' },
  whole_copy_node: { whole_copy_id: 'whole', node_id: 'nodes' },
  function_hash: { node_id: 'nodes' },
  exclusion: { id: 'exclusions', project_id: 'projects' },
  exclusion_count: { project_id: 'projects' },
  token_record: { node_id: 'nodes', block_id: 'blocks' },
  token_block: { id: 'blocks' },
  manifest: { project_id: 'projects' },
  contract: { project_id: 'projects' },
};

/** Other columns that differ between copies. */
const CHANGED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  project: { label: "lpad(copy::text, 4, '0') || '-' || its.label" },
  function_hash: { body: 'pg_temp.hash_of(its.body, copy)', shape: 'pg_temp.hash_of(its.shape, copy)' },
};

/** One copy of the rows of all other tables. */
export function copyOf(copy: number, tables: readonly { name: string; columns: readonly string[] }[]): string {
  const all = tables.flatMap(({ name, columns }) => {
    const shifted = SHIFTED[name];
    if (shifted === undefined) return [];
    const values = columns.map((column) => {
      const changed = CHANGED[name]?.[column];
      if (changed !== undefined) return changed.replaceAll('copy', `${copy}::bigint`);
      return shifted[column] === undefined ? `its.${column}` : `its.${column} + ${copy} * base.${shifted[column]}`;
    });
    return [`INSERT INTO ${name} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM src.${name} AS its, base`];
  });
  return [copy === 0 ? 'INSERT INTO name SELECT * FROM src.name' : namesOf(copy), ...all, nodesOf(copy)].join(';\n');
}

/** Two names of the index together, so that parts of names are as frequent as in other indexes. */
function namesOf(copy: number): string {
  return `
    INSERT INTO name
    SELECT
      pg_temp.name_of(rare.id, rare.place, ${copy}), left(own.text, 60) || '_' || left(further.text, 60) || '_${copy}'
    FROM rares CROSS JOIN rare JOIN src.name AS own ON own.id = rare.id
    JOIN rare AS other ON other.place = ((rare.place - 1) * 7919 + ${copy} * 10007) % n + 1
    JOIN src.name AS further ON further.id = other.id
    ORDER BY 1`;
}

function nodesOf(copy: number): string {
  return `
    INSERT INTO node
    SELECT
      its.id + ${copy} * nodes.more, CASE ${copy} WHEN 0 THEN key ELSE substring(sha256(key || int8send(${copy})) FROM 1 FOR 10) END, kind,
      project_id + ${copy} * projects.more, file_id + ${copy} * nodes.more, parent_id + ${copy} * nodes.more, language_id,
      CASE WHEN place IS NULL OR ${copy} = 0 THEN name_id ELSE names.more + place END, qualifier_id, exported, classes, grouped, start_line,
      end_line, start_byte, end_byte, ordinal, its.nodes, parameters, returns
    FROM src.node AS its LEFT JOIN rare ON rare.id = name_id,
      (SELECT nodes AS more FROM base) AS nodes, (SELECT projects AS more FROM base) AS projects,
      (SELECT base.names + ${copy - 1} * rares.n AS more FROM base, rares) AS names
    ORDER BY 1`;
}

/** Counts that depend on the new groups, as \`index/write/counts.ts\` has them. */
export function counts(copies: number): string {
  return `
  INSERT INTO group_count
  SELECT
    0, kind, language_id, (contained_in IS NOT NULL)::int, (same_as IS NOT NULL)::int, classes, projects, nodes, count(*),
    sum(occurrences)
  FROM clone_group GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8;
  INSERT INTO group_count
  SELECT
    project_id, kind, language_id, (contained_in IS NOT NULL)::int, (same_as IS NOT NULL)::int, classes, projects, nodes,
    count(*), sum(clone_group.occurrences)
  FROM group_project JOIN clone_group ON clone_group.id = group_id
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8;
  UPDATE project SET shared_groups = own.n FROM (
    SELECT project_id, sum(n) AS n FROM group_count
    WHERE project_id > 0 AND contained = 0 AND same_as = 0 AND projects > 1 GROUP BY 1
  ) AS own WHERE own.project_id = project.id;
  UPDATE snapshot SET
    snapshot_id = encode(sha256(convert_to(snapshot_id || ' ${copies}', 'UTF8')), 'hex'),
    lines = lines * ${copies}, repeated_lines = repeated_lines * ${copies}, copied_lines = copied_lines * ${copies}`;
}
