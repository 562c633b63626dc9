/**
 * The schema of an index.
 *
 * - Integer ids are given in the order in which answers list things, so `ORDER BY id` is the contract's order and a
 *   page is a range of the primary key: projects by label; nodes project by project, each project node, then file by
 *   file in path order, each file node, then its declarations in order of `start_byte`, outer before inner;
 *   groups by rank (projects, score, then id). All orders of texts are by UTF-8 bytes, which is SQLite's `BINARY`.
 *   Integer ids are private: they change with every reindex. What leaves is `key`.
 * - `key` is the public id without its prefix: 10 bytes, the 20 hex digits of `n_…` or `g_…`.
 * - Kinds, states and statuses are integers: positions in the lists of `codes.ts`.
 * - A boolean is 0 or 1, and costs no byte beyond its header.
 * - What a query asks most is counted when the index is written; tables that end in `_count` hold such counts.
 * - Tables that begin with `local_` hold what belongs to this machine and never leaves it.
 */
export const TABLES = `
-- One row: what this state of the index is.
CREATE TABLE snapshot (
  id                  INTEGER PRIMARY KEY CHECK (id = 1),
  snapshot_id         TEXT NOT NULL,      -- 64 hex; of content, options and format versions
  format              INTEGER NOT NULL,   -- of the index's answers
  fingerprint_version INTEGER NOT NULL,
  parsers             TEXT NOT NULL,      -- JSON {language: {parser, version}}, by language
  lines               INTEGER NOT NULL,   -- of files with facts
  repeated_lines      INTEGER NOT NULL    -- of these, inside an occurrence of a body group, counted once
) STRICT;

-- One row: what is known here only.
CREATE TABLE local_run (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  engine     TEXT NOT NULL,
  indexed_at TEXT NOT NULL                -- ISO 8601, UTC
) STRICT;

-- Where a project's files are read again, to quote them; an absolute path.
CREATE TABLE local_root (
  project_id INTEGER PRIMARY KEY,
  root       TEXT NOT NULL
) STRICT;

CREATE TABLE language (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE               -- a language id, or a known unsupported language
) STRICT;

-- Names of declarations, and the qualifiers before them, each text once. For a glob over names: first find the ids
-- here, then the nodes by node_by_name.
CREATE TABLE name (
  id   INTEGER PRIMARY KEY,
  text TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE project (
  id             INTEGER PRIMARY KEY,     -- 1…n by label
  node_id        INTEGER NOT NULL,        -- its own node
  last_node_id   INTEGER NOT NULL,        -- all nodes of the project are node_id … last_node_id
  label          TEXT NOT NULL UNIQUE,
  snapshot_id    TEXT NOT NULL,           -- 64 hex; of its scan
  options        TEXT NOT NULL,           -- JSON, as in analyzer.scan.v1
  markers        TEXT NOT NULL,           -- JSON [name], in order
  workspaces     TEXT NOT NULL,           -- JSON [path], declared workspaces below the root, in order
  complete       INTEGER NOT NULL,        -- coverage: complete_within_policy
  -- Counted when all projects are written:
  files          INTEGER NOT NULL DEFAULT 0, -- regular files, whatever their status
  lines          INTEGER NOT NULL DEFAULT 0, -- of files with facts
  functions      INTEGER NOT NULL DEFAULT 0, -- functions and methods
  declarations   INTEGER NOT NULL DEFAULT 0,
  repeated_lines INTEGER NOT NULL DEFAULT 0, -- as in snapshot
  shared_groups  INTEGER NOT NULL DEFAULT 0  -- groups with occurrences here and elsewhere; no contained ones, no same_as
) STRICT;

-- Files with facts by language.
CREATE TABLE project_language (
  project_id  INTEGER NOT NULL,
  language_id INTEGER NOT NULL,
  files       INTEGER NOT NULL,
  lines       INTEGER NOT NULL,
  functions   INTEGER NOT NULL,
  PRIMARY KEY (project_id, language_id)
) STRICT, WITHOUT ROWID;

-- Coverage as in analyzer.scan.v1: a member name and its count, zeros left out. 'excluded' is one of them.
CREATE TABLE coverage_count (
  project_id INTEGER NOT NULL,
  status     TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (project_id, status)
) STRICT, WITHOUT ROWID;

-- Every node: projects, files and declarations.
CREATE TABLE node (
  id           INTEGER PRIMARY KEY,
  key          BLOB NOT NULL,
  kind         INTEGER NOT NULL,          -- NODE_KINDS
  project_id   INTEGER NOT NULL,
  file_id      INTEGER,                   -- node id of its file; a file's own; null for a project
  parent_id    INTEGER,                   -- node id of what contains it: declaration, file or project
  language_id  INTEGER,
  name_id      INTEGER,                   -- a declaration's name; null for others
  qualifier_id INTEGER,                   -- name.id of what stands before it in the qualified name, null for nothing
  exported     INTEGER NOT NULL,
  is_test      INTEGER NOT NULL,          -- of a file: is_test; of a declaration: its own
  grouped      INTEGER NOT NULL,          -- it is an occurrence of some group
  start_line   INTEGER,                   -- 1-based, inclusive; declarations only, like all that follows
  end_line     INTEGER,
  start_byte   INTEGER,                   -- in the UTF-8 form of the decoded text, after a byte order mark
  end_byte     INTEGER,
  ordinal      INTEGER,                   -- n of a declaration id's ':n', 1 where there is none
  nodes        INTEGER,                   -- kept nodes of the canonical stream
  parameters   TEXT,                      -- JSON [text], null for none
  returns      TEXT
) STRICT;

CREATE TABLE file (
  id             INTEGER PRIMARY KEY,     -- node id
  last_node_id   INTEGER NOT NULL,        -- its declarations are id + 1 … last_node_id
  project_id     INTEGER NOT NULL,
  path           TEXT NOT NULL,           -- below the project's root
  name_lossy     INTEGER NOT NULL,
  status         INTEGER NOT NULL,        -- FILE_STATUSES
  reason         TEXT,
  errors         INTEGER NOT NULL,        -- error ranges
  dialect        TEXT,
  encoding       TEXT,                    -- null for UTF-8
  size           INTEGER NOT NULL,        -- bytes
  lines          INTEGER,
  sha256         BLOB,                    -- of the raw bytes; null when unreadable
  tree_hash      BLOB,                    -- of the canonical stream; null without facts
  is_test        INTEGER NOT NULL,
  is_vendored    INTEGER NOT NULL,
  is_generated   INTEGER NOT NULL,
  functions      INTEGER NOT NULL,
  repeated_lines INTEGER NOT NULL
) STRICT;

-- Entries that are no regular files and are worth a word: symlinks, special files, folders that could not be listed.
CREATE TABLE other_entry (
  id         INTEGER PRIMARY KEY,         -- by project, then path
  project_id INTEGER NOT NULL,
  path       TEXT NOT NULL,
  kind       INTEGER NOT NULL,            -- ENTRY_KINDS
  target     TEXT,                        -- of a symlink
  reason     TEXT                         -- why it is unreadable
) STRICT;

-- Nodes but for projects, counted by what the list of nodes filters by.
CREATE TABLE node_count (
  project_id  INTEGER NOT NULL,
  kind        INTEGER NOT NULL,
  language_id INTEGER NOT NULL,           -- 0 for none
  exported    INTEGER NOT NULL,
  is_test     INTEGER NOT NULL,
  n           INTEGER NOT NULL,
  PRIMARY KEY (project_id, kind, language_id, exported, is_test)
) STRICT, WITHOUT ROWID;

-- Links between nodes, one for each (from, kind, to): imports between files, calls between declarations (from the file
-- itself where no declaration is around). Links that lead to no node of the project are in edge_count and import.
-- What contains what is node.parent_id; who is in which group is occurrence.
CREATE TABLE edge (
  from_id INTEGER NOT NULL,
  kind    INTEGER NOT NULL,               -- EDGE_KINDS: imports, calls
  to_id   INTEGER NOT NULL,
  state   INTEGER NOT NULL,               -- LINK_STATES: resolved if any of its sites is, else ambiguous
  line    INTEGER NOT NULL,               -- of the first site of that state
  phase   INTEGER NOT NULL,               -- IMPORT_PHASES: the earliest of the sites of that state; 0 for calls
  sites   INTEGER NOT NULL,               -- how many places of the source it stands for
  PRIMARY KEY (from_id, kind, to_id)
) STRICT, WITHOUT ROWID;

-- What is linked, by state; the tree too.
CREATE TABLE edge_count (
  project_id INTEGER NOT NULL,
  kind       INTEGER NOT NULL,            -- EDGE_KINDS: contains, imports, calls
  state      INTEGER NOT NULL,
  edges      INTEGER NOT NULL,            -- rows of edge; of contains: nodes that have a parent
  sites      INTEGER NOT NULL,            -- places of the source, those too that lead to no node
  PRIMARY KEY (project_id, kind, state)
) STRICT, WITHOUT ROWID;

-- Each destination of each import as written, in source order.
CREATE TABLE import (
  file_id     INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- 0…
  specifier   TEXT NOT NULL,
  names       TEXT,                       -- JSON [{name, alias?}], null for none
  line        INTEGER NOT NULL,
  conditional INTEGER NOT NULL,
  phase       INTEGER NOT NULL,           -- IMPORT_PHASES
  state       INTEGER NOT NULL,           -- LINK_STATES
  target_id   INTEGER,                    -- node id of the file, when resolved; candidates of an ambiguous one are edges
  rule        TEXT,                       -- the rule that found the file, when resolved or ambiguous
  reason      TEXT,
  PRIMARY KEY (file_id, seq)
) STRICT, WITHOUT ROWID;

-- Import cycles: strongly connected components of the imports that run at load, by project and least path.
CREATE TABLE cycle_file (
  cycle_id INTEGER NOT NULL,              -- 1…
  file_id  INTEGER NOT NULL,
  step     INTEGER,                       -- its place in the shortest example, from 0; null when not in it
  PRIMARY KEY (cycle_id, file_id)
) STRICT, WITHOUT ROWID;

-- The same for cycles that close only through imports which do not run at load.
CREATE TABLE non_load_cycle_file (
  cycle_id INTEGER NOT NULL,              -- no id of cycle_file
  file_id  INTEGER NOT NULL,
  step     INTEGER,
  PRIMARY KEY (cycle_id, file_id)
) STRICT, WITHOUT ROWID;

-- Clone groups over all projects. Narrow, because lists filter and sort it whole; what they show is in group_detail.
CREATE TABLE clone_group (
  id                    INTEGER PRIMARY KEY, -- 1…n by projects, then score, both descending, then key: the sort 'score'
  kind                  INTEGER NOT NULL,    -- GROUP_KINDS
  language_id           INTEGER NOT NULL,
  projects              INTEGER NOT NULL,
  occurrences           INTEGER NOT NULL,
  nodes                 INTEGER NOT NULL,    -- of its largest occurrence
  score                 INTEGER NOT NULL,    -- SUM(nodes) - MAX(nodes)
  test_occurrences      INTEGER NOT NULL,
  vendored_occurrences  INTEGER NOT NULL,
  generated_occurrences INTEGER NOT NULL,
  same_as               INTEGER,             -- the body group with the very occurrences of this shape group
  contained_in          INTEGER,             -- the group that stands for this one: one around all its occurrences, or
                                             -- the foremost of its whole copy. Lists leave this one out unless asked
  whole_copy_id         INTEGER              -- the copied file or class that all its occurrences lie in
) STRICT;

CREATE TABLE group_detail (
  id          INTEGER PRIMARY KEY,        -- clone_group.id
  key         BLOB NOT NULL,
  fingerprint BLOB NOT NULL,              -- 32 bytes
  names       TEXT NOT NULL               -- JSON [name], the most common three: most often first, ties by name
) STRICT;

-- Names under which a group's occurrences go.
CREATE TABLE group_name (
  name_id  INTEGER NOT NULL,
  group_id INTEGER NOT NULL,
  n        INTEGER NOT NULL,
  PRIMARY KEY (name_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE group_project (
  group_id    INTEGER NOT NULL,
  project_id  INTEGER NOT NULL,
  occurrences INTEGER NOT NULL,
  PRIMARY KEY (group_id, project_id)
) STRICT, WITHOUT ROWID;

-- One row an occurrence, never pairs. By node_id within a group is the order of members.
CREATE TABLE occurrence (
  group_id INTEGER NOT NULL,
  node_id  INTEGER NOT NULL,
  PRIMARY KEY (group_id, node_id)
) STRICT, WITHOUT ROWID;

-- Groups counted by what the list of groups filters by: project_id 0 counts each group once, any other id those with
-- an occurrence in that project. Sums over it give totals for all filters but names.
CREATE TABLE group_count (
  project_id    INTEGER NOT NULL,
  kind          INTEGER NOT NULL,
  language_id   INTEGER NOT NULL,
  contained     INTEGER NOT NULL,
  same_as       INTEGER NOT NULL,         -- 1 for a shape group that is a body group's
  tests_only    INTEGER NOT NULL,
  vendored_only INTEGER NOT NULL,
  projects      INTEGER NOT NULL,
  nodes         INTEGER NOT NULL,
  n             INTEGER NOT NULL,
  occurrences   INTEGER NOT NULL,         -- their sum, in all projects
  PRIMARY KEY (project_id, kind, language_id, contained, same_as, tests_only, vendored_only, projects, nodes)
) STRICT, WITHOUT ROWID;

-- Files and classes that occur two times or more with the same syntax and hold all occurrences of some group.
CREATE TABLE whole_copy (
  id     INTEGER PRIMARY KEY,
  kind   INTEGER NOT NULL,                -- NODE_KINDS: file, or the kind of declaration
  copies INTEGER NOT NULL,                -- nodes in whole_copy_node
  groups INTEGER NOT NULL                 -- groups that lie in it, contained ones and same_as included
) STRICT;

CREATE TABLE whole_copy_node (
  whole_copy_id INTEGER NOT NULL,
  node_id       INTEGER NOT NULL,
  PRIMARY KEY (whole_copy_id, node_id)
) STRICT, WITHOUT ROWID;

-- What was left out, by project, then path.
CREATE TABLE exclusion (
  id         INTEGER PRIMARY KEY,
  project_id INTEGER NOT NULL,
  path       TEXT NOT NULL,
  kind       INTEGER NOT NULL,            -- ENTRY_KINDS
  rule_id    INTEGER NOT NULL
) STRICT;

CREATE TABLE exclusion_rule (
  id     INTEGER PRIMARY KEY,
  reason TEXT NOT NULL,
  rule   TEXT NOT NULL
) STRICT;

CREATE TABLE exclusion_count (
  project_id INTEGER NOT NULL,
  rule_id    INTEGER NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (project_id, rule_id)
) STRICT, WITHOUT ROWID;

-- Token records of grouped functions, many in one compressed block, equal ones once; read by token-records.ts.
CREATE TABLE token_record (
  node_id  INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL,
  position INTEGER NOT NULL               -- in the block, from 0
) STRICT;

CREATE TABLE token_block (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

-- Calls as they are written, with those that lead out of the project or nowhere and are not edges; contracts are
-- checked against them. Many files in one compressed block, in the order of their nodes; read by call-block.ts.
CREATE TABLE call_block (
  first_file_id INTEGER PRIMARY KEY,      -- node of the first file in it; no block has files of two projects
  data          BLOB NOT NULL
) STRICT;

-- A node with all that describes it in an answer.
CREATE VIEW described_node AS
SELECT
  node.id, node.key, node.kind, node.project_id, project.label AS project, node.file_id, file.path, node.parent_id,
  name.text AS name, coalesce(qualifier.text, '') || name.text AS qualified_name,
  language.name AS language, node.language_id,
  node.start_line, node.end_line, node.start_byte, node.end_byte, node.ordinal,
  node.exported, node.is_test, coalesce(file.is_vendored, 0) AS is_vendored,
  coalesce(file.is_generated, 0) AS is_generated, node.grouped,
  node.nodes, node.parameters, node.returns, file.sha256
FROM node
JOIN project ON project.id = node.project_id
LEFT JOIN file ON file.id = node.file_id
LEFT JOIN name ON name.id = node.name_id
LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
LEFT JOIN language ON language.id = node.language_id;
`;
