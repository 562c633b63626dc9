/**
 * The schema of an index.
 *
 * - Integer ids are assigned in the order of query results, so that `ORDER BY id` is the specified order and a page is a
 *   range of the primary key: projects by label; nodes by project, each project node, then its files by path, each file
 *   node, then its declarations by `start_byte`, outer before inner; groups by rank (projects, score, then id). Strings
 *   are ordered by UTF-8 bytes, SQLite's `BINARY`. Integer ids are private and change with every reindex; `key` is public.
 * - `key` is the public id without its prefix: 10 bytes, the 20 hex digits of `n_…` or `g_…`.
 * - Kinds, states and statuses are integers: indices into the lists of `codes.ts`.
 * - A boolean is 0 or 1, which SQLite stores without a payload byte.
 * - Tables whose names end in `_count` contain counts that queries need often.
 * - Tables whose names start with `local_` contain data of this machine, which is never part of a query result.
 */
export const TABLES = `
-- One row: the state of the index.
CREATE TABLE snapshot (
  id                  INTEGER PRIMARY KEY CHECK (id = 1),
  snapshot_id         TEXT NOT NULL,      -- 64 hex; of content, options and format versions
  root                TEXT NOT NULL,      -- 64 hex; of the groups and their occurrences
  format              INTEGER NOT NULL,   -- of query results
  fingerprint_version INTEGER NOT NULL,
  parsers             TEXT NOT NULL,      -- JSON {language: {parser, version}}, by language
  lines               INTEGER NOT NULL,   -- of files with facts
  repeated_lines      INTEGER NOT NULL,   -- of these, inside an occurrence of a body group, counted once
  copied_lines        INTEGER NOT NULL,   -- of the same lines, inside a copy that lists show, counted once
  runs_left_out       INTEGER NOT NULL,   -- occurrences of repeated runs in files that have too many
  relations_left_out  INTEGER NOT NULL,   -- groups, and pairs of files or folders, that were not compared for relations
  relations_not_read  INTEGER NOT NULL    -- files that were not compared because their text was not on this machine
) STRICT;

-- One row: data of this machine.
CREATE TABLE local_run (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  engine     TEXT NOT NULL,
  indexed_at TEXT NOT NULL                -- ISO 8601, UTC
) STRICT;

-- Absolute path of a project, to quote its files.
CREATE TABLE local_root (
  project_id INTEGER PRIMARY KEY,
  root       TEXT NOT NULL
) STRICT;

CREATE TABLE language (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE               -- a language id, or a known unsupported language
) STRICT;

-- Names of declarations and their qualifiers, without duplicates. For a glob over names: find the ids here, then the
-- nodes by node_by_name.
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
  markers        TEXT NOT NULL,           -- JSON [name], ordered
  workspaces     TEXT NOT NULL,           -- JSON [path], declared workspaces relative to the root, ordered
  complete       INTEGER NOT NULL,        -- coverage: complete_within_policy
  -- Counted when all projects are written:
  files          INTEGER NOT NULL DEFAULT 0, -- regular files of any status
  lines          INTEGER NOT NULL DEFAULT 0, -- of files with facts
  functions      INTEGER NOT NULL DEFAULT 0, -- functions and methods
  declarations   INTEGER NOT NULL DEFAULT 0,
  repeated_lines INTEGER NOT NULL DEFAULT 0, -- as in snapshot
  copied_lines   INTEGER NOT NULL DEFAULT 0, -- as in snapshot
  shared_groups  INTEGER NOT NULL DEFAULT 0  -- groups shared with other projects; without contained_in and same_as
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

-- Coverage as in analyzer.scan.v1: keys, including 'excluded', with their count; zeros are omitted.
CREATE TABLE coverage_count (
  project_id INTEGER NOT NULL,
  status     TEXT NOT NULL,
  n          INTEGER NOT NULL,
  PRIMARY KEY (project_id, status)
) STRICT, WITHOUT ROWID;

-- Every node: projects, files and declarations.
CREATE TABLE node (
  id           INTEGER PRIMARY KEY,
  key          BLOB NOT NULL,             -- version of node ids, 9 bytes of a hash
  kind         INTEGER NOT NULL,          -- NODE_KINDS
  project_id   INTEGER NOT NULL,
  file_id      INTEGER,                   -- node id of its file; of a file itself; null for a project
  parent_id    INTEGER,                   -- node id of its container: declaration, file or project
  language_id  INTEGER,
  name_id      INTEGER,                   -- a declaration's name; null for others
  qualifier_id INTEGER,                   -- name.id of the qualified name's prefix, null if empty
  exported     INTEGER NOT NULL,
  classes      INTEGER NOT NULL,          -- sum of FILE_CLASSES of its file
  grouped      INTEGER NOT NULL,          -- it is an occurrence of a group, not only around a block
  start_line   INTEGER,                   -- 1-based, inclusive; declarations only, like all columns below
  end_line     INTEGER,
  start_byte   INTEGER,                   -- in the UTF-8 form of the decoded text, after a byte order mark
  end_byte     INTEGER,
  ordinal      INTEGER,                   -- n of a declaration id's ':n', 1 if absent
  nodes        INTEGER,                   -- nodes of the canonical stream
  parameters   TEXT,                      -- JSON [text], null for none
  returns      TEXT
) STRICT;

CREATE TABLE file (
  id             INTEGER PRIMARY KEY,     -- node id
  last_node_id   INTEGER NOT NULL,        -- its declarations are id + 1 … last_node_id
  project_id     INTEGER NOT NULL,
  path           TEXT NOT NULL,           -- relative to the project's root
  name_lossy     INTEGER NOT NULL,
  status         INTEGER NOT NULL,        -- FILE_STATUSES
  reason         TEXT,
  errors         INTEGER NOT NULL,        -- error ranges
  dialect        TEXT,
  encoding       TEXT,                    -- null for UTF-8
  size           INTEGER NOT NULL,        -- bytes
  lines          INTEGER,
  sha256         BLOB,                    -- of the raw bytes; null if unreadable
  tree_hash      BLOB,                    -- of the canonical stream; null without facts
  functions      INTEGER NOT NULL,
  repeated_lines INTEGER NOT NULL,        -- as in snapshot
  copied_lines   INTEGER NOT NULL,        -- as in snapshot
  references_truncated INTEGER NOT NULL   -- it has more references than are edges
) STRICT;

-- Packages of projects, by which imports of other projects find their files.
CREATE TABLE package (
  project_id INTEGER NOT NULL,
  folder     TEXT NOT NULL,               -- relative to the project, empty for its root
  kind       TEXT NOT NULL,               -- npm, composer, python
  name       TEXT NOT NULL,               -- empty for Python, whose imports name modules
  entries    TEXT NOT NULL,               -- JSON of the settings that name files
  PRIMARY KEY (project_id, folder, kind)
) STRICT, WITHOUT ROWID;

-- Entries other than regular files: symlinks, special files, folders that could not be listed.
CREATE TABLE other_entry (
  id         INTEGER PRIMARY KEY,         -- by project, then path
  project_id INTEGER NOT NULL,
  path       TEXT NOT NULL,
  kind       INTEGER NOT NULL,            -- ENTRY_KINDS
  target     TEXT,                        -- of a symlink
  reason     TEXT                         -- why it is unreadable
) STRICT;

-- Nodes except projects, counted by the filters of the list of nodes.
CREATE TABLE node_count (
  project_id  INTEGER NOT NULL,
  kind        INTEGER NOT NULL,
  language_id INTEGER NOT NULL,           -- 0 for none
  exported    INTEGER NOT NULL,
  classes     INTEGER NOT NULL,
  n           INTEGER NOT NULL,
  PRIMARY KEY (project_id, kind, language_id, exported, classes)
) STRICT, WITHOUT ROWID;

-- Links between nodes, one for each (from, kind, to): imports between files, calls between declarations (from the file
-- itself outside of declarations), from declarations to what they inherit from, and to declarations that are used other than by
-- a call. An import can lead to another project, the others cannot. Links without a target are in edge_count, import and base.
-- Containment is in node.parent_id, group membership in occurrence.
CREATE TABLE edge (
  from_id INTEGER NOT NULL,
  kind    INTEGER NOT NULL,               -- EDGE_KINDS: imports, calls, inherits, references
  to_id   INTEGER NOT NULL,
  state   INTEGER NOT NULL,               -- LINK_STATES: resolved if any of its sites is, else ambiguous
  line    INTEGER NOT NULL,               -- of the first site of that state
  phase   INTEGER NOT NULL,               -- of the sites of that state the first of IMPORT_PHASES, or of REFERENCE_KINDS; else 0
  sites   INTEGER NOT NULL,               -- number of sites in the source
  PRIMARY KEY (from_id, kind, to_id)
) STRICT, WITHOUT ROWID;

-- Links by state, including containment.
CREATE TABLE edge_count (
  project_id INTEGER NOT NULL,
  kind       INTEGER NOT NULL,            -- EDGE_KINDS: contains, imports, calls, inherits, references
  state      INTEGER NOT NULL,
  edges      INTEGER NOT NULL,            -- rows of edge; of contains: nodes with a parent
  sites      INTEGER NOT NULL,            -- sites in the source, including those without a target
  PRIMARY KEY (project_id, kind, state)
) STRICT, WITHOUT ROWID;

-- Each destination of each import as written, and of each class named without an import, in source order.
CREATE TABLE import (
  file_id     INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- 0…
  specifier   TEXT NOT NULL,
  target      TEXT,                       -- what is searched; null if it is the specifier or a file was found for it
  names       TEXT,                       -- JSON [{name, alias?}], null for none
  line        INTEGER NOT NULL,
  reference   INTEGER NOT NULL,           -- a class that the code names without importing it
  conditional INTEGER NOT NULL,
  phase       INTEGER NOT NULL,           -- IMPORT_PHASES
  state       INTEGER NOT NULL,           -- LINK_STATES
  target_id   INTEGER,                    -- node id of a resolved file; candidates of an ambiguous import are edges
  rule        TEXT,                       -- the rule that found the files of a resolved or ambiguous import
  reason      TEXT,
  PRIMARY KEY (file_id, seq)
) STRICT, WITHOUT ROWID;

-- What a declaration inherits from, as written, in the order in which members are searched.
CREATE TABLE base (
  node_id INTEGER NOT NULL,
  seq     INTEGER NOT NULL,               -- 0…
  kind    INTEGER NOT NULL,               -- BASE_KINDS
  name    TEXT NOT NULL,
  state   INTEGER NOT NULL,               -- LINK_STATES; declarations that it leads to are edges
  reason  TEXT,
  PRIMARY KEY (node_id, seq)
) STRICT, WITHOUT ROWID;

-- Imports that lead to other projects, as the scan of their own project has them. Names of one import that lead to
-- different files have a row each; parts after the first one belong to the row before.
CREATE TABLE linked_import (
  file_id INTEGER NOT NULL,
  seq     INTEGER NOT NULL,
  part    INTEGER NOT NULL,               -- 0…
  state   INTEGER NOT NULL,               -- LINK_STATES
  reason  TEXT,
  PRIMARY KEY (file_id, seq)
) STRICT, WITHOUT ROWID;

-- Import cycles: strongly connected components of the imports that run at load, by project and least path.
CREATE TABLE cycle_file (
  cycle_id INTEGER NOT NULL,              -- 1…
  file_id  INTEGER NOT NULL,
  step     INTEGER,                       -- its index in the shortest example, from 0; null if not in it
  PRIMARY KEY (cycle_id, file_id)
) STRICT, WITHOUT ROWID;

-- The same for cycles that close only through imports that do not run at load.
CREATE TABLE non_load_cycle_file (
  cycle_id INTEGER NOT NULL,              -- distinct from the ids of cycle_file
  file_id  INTEGER NOT NULL,
  step     INTEGER,
  PRIMARY KEY (cycle_id, file_id)
) STRICT, WITHOUT ROWID;

-- Clone groups over all projects. Few columns, because lists filter and sort all rows; other data is in group_detail.
CREATE TABLE clone_group (
  id                    INTEGER PRIMARY KEY, -- 1…n by projects, then score, both descending, then key: the sort 'score'
  kind                  INTEGER NOT NULL,    -- GROUP_KINDS
  language_id           INTEGER NOT NULL,    -- of its first occurrence
  projects              INTEGER NOT NULL,
  occurrences           INTEGER NOT NULL,
  nodes                 INTEGER NOT NULL,    -- of its largest occurrence
  score                 INTEGER NOT NULL,    -- SUM(nodes) - MAX(nodes)
  classes               INTEGER NOT NULL,    -- sum of FILE_CLASSES that all occurrences have
  same_as               INTEGER,             -- the body group with the same occurrences as this shape group
  contained_in          INTEGER,             -- the group that represents this one: one that contains all its occurrences,
                                             -- or the first of its whole copy. By default lists omit this one
  whole_copy_id         INTEGER              -- the copied file or class that contains all its occurrences
) STRICT;

CREATE TABLE group_detail (
  id          INTEGER PRIMARY KEY,        -- clone_group.id
  key         BLOB NOT NULL,
  fingerprint BLOB NOT NULL,              -- 32 bytes
  names       TEXT NOT NULL               -- JSON [name], the three most common, most common first, ties by name
) STRICT;

-- Files with too many repeated runs: only the largest ones are groups.
CREATE TABLE full_file (
  file_id INTEGER PRIMARY KEY             -- node id
) STRICT;

-- Names of a group's occurrences.
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

-- One row per occurrence, not per pair.
CREATE TABLE occurrence (
  group_id   INTEGER NOT NULL,
  seq        INTEGER NOT NULL,            -- 0…: of a near group the leader first, then the most similar; else by position
  node_id    INTEGER NOT NULL,            -- of a block or callback, the innermost declaration around it, or its file
  similarity INTEGER,                     -- of a near group: to its first occurrence, in thousandths
  match      INTEGER,                     -- of a near group: MATCHES
  start_line INTEGER,                     -- of a block, and of all in a group with callbacks, like the columns below
  end_line   INTEGER,
  start_byte INTEGER,
  end_byte   INTEGER,
  callback   TEXT,                        -- of a callback: what it is passed or assigned to
  callback_classes INTEGER,               -- of a callback of a test: FILE_CLASSES besides those of its file
  PRIMARY KEY (group_id, seq)
) STRICT, WITHOUT ROWID;

-- Groups counted by the filters of the list of groups: project_id 0 counts each group once, any other id the groups with
-- an occurrence in that project. Sums over it are the totals for all filters except names.
CREATE TABLE group_count (
  project_id    INTEGER NOT NULL,
  kind          INTEGER NOT NULL,
  language_id   INTEGER NOT NULL,
  contained     INTEGER NOT NULL,
  same_as       INTEGER NOT NULL,         -- 1 for a shape group with the occurrences of a body group
  classes       INTEGER NOT NULL,         -- as of the group
  projects      INTEGER NOT NULL,
  nodes         INTEGER NOT NULL,
  n             INTEGER NOT NULL,
  occurrences   INTEGER NOT NULL,         -- their sum, in all projects
  PRIMARY KEY (project_id, kind, language_id, contained, same_as, classes, projects, nodes)
) STRICT, WITHOUT ROWID;

-- Files and classes that occur at least twice with the same syntax and contain all occurrences of a group.
CREATE TABLE whole_copy (
  id     INTEGER PRIMARY KEY,
  kind   INTEGER NOT NULL,                -- NODE_KINDS: file, or the kind of declaration
  copies INTEGER NOT NULL,                -- nodes in whole_copy_node
  groups INTEGER NOT NULL                 -- groups in it, including contained_in and same_as
) STRICT;

CREATE TABLE whole_copy_node (
  whole_copy_id INTEGER NOT NULL,
  node_id       INTEGER NOT NULL,
  PRIMARY KEY (whole_copy_id, node_id)
) STRICT, WITHOUT ROWID;

-- Hashes of functions and methods from which groups of functions are found, also of those without copies. Null where the
-- function is in a group of that kind, whose fingerprint it is.
CREATE TABLE function_hash (
  node_id INTEGER PRIMARY KEY,
  listed  INTEGER NOT NULL,               -- it has min_nodes, so that it is an occurrence of groups of functions
  body    BLOB,                           -- 32 bytes
  shape   BLOB
) STRICT;

-- Sums of the canonical lines of groups and occurrences (root/canonical-line.ts), for ranges with groups.
CREATE TABLE root_range (
  range INTEGER PRIMARY KEY CHECK (range BETWEEN 0 AND 255), -- first byte of the fingerprints
  lines INTEGER NOT NULL,
  sums  TEXT NOT NULL                     -- eight decimal numbers separated by TAB: they can exceed 64 bits
) STRICT;

-- Relations of folders and files of product code (core/src/relations), in the order of answers.
CREATE TABLE copy_relation (
  id        INTEGER PRIMARY KEY,          -- 1…
  kind      INTEGER NOT NULL,             -- RELATION_KINDS
  lines     INTEGER NOT NULL,             -- that shared code would save
  elsewhere INTEGER NOT NULL,             -- groups that connect its sides and have occurrences elsewhere too
  differs   TEXT                          -- one sentence; null if nothing is known
) STRICT;

-- Its folders or files.
CREATE TABLE copy_relation_side (
  relation_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- 0…
  project_id  INTEGER,                    -- null for a folder of several projects
  path        TEXT NOT NULL,              -- relative to the project; without one, of labels
  PRIMARY KEY (relation_id, seq)
) STRICT, WITHOUT ROWID;

-- Its files, matched one to one; none of a shared helper.
CREATE TABLE copy_relation_pair (
  relation_id INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- 0…
  left_id     INTEGER NOT NULL,           -- node id of a file
  right_id    INTEGER NOT NULL,
  equal_lines INTEGER NOT NULL,           -- except for indentation, aligned in order
  same        INTEGER NOT NULL,           -- functions and methods of both, matched by their names
  edited      INTEGER NOT NULL,
  only_left   INTEGER NOT NULL,
  only_right  INTEGER NOT NULL,
  PRIMARY KEY (relation_id, seq)
) STRICT, WITHOUT ROWID;

-- Groups of which all occurrences are inside.
CREATE TABLE copy_relation_group (
  relation_id INTEGER NOT NULL,
  group_id    INTEGER NOT NULL,
  PRIMARY KEY (relation_id, group_id)
) STRICT, WITHOUT ROWID;

-- History of the projects (write/history), which snapshot_id does not cover; one row if it was read.
CREATE TABLE history (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  digest TEXT NOT NULL                    -- 64 hex; of the rows of the tables of the history
) STRICT;

CREATE TABLE project_history (
  project_id INTEGER PRIMARY KEY,
  state      INTEGER NOT NULL,            -- HISTORY_STATES
  commits    INTEGER NOT NULL,            -- of the first-parent line, in which copies were followed
  is_cut     INTEGER NOT NULL,            -- there are older ones
  is_shallow INTEGER NOT NULL,            -- the clone lacks older ones
  searched   INTEGER NOT NULL             -- commits with changes of code that were searched for missed changes
) STRICT;

-- Commits that other rows name.
CREATE TABLE history_commit (
  id      INTEGER PRIMARY KEY,            -- 1… by hash
  hash    TEXT NOT NULL,
  date    TEXT NOT NULL,                  -- ISO 8601, UTC
  subject TEXT NOT NULL                   -- text of a stranger, escaped and cut
) STRICT;

-- How the copies of a group that lists show changed. Null where copies of several repositories cannot be compared.
CREATE TABLE group_age (
  group_id INTEGER PRIMARY KEY,
  first    INTEGER,                       -- seq of the occurrence that came before all others
  together INTEGER,                       -- commits that changed all copies that there were then
  apart    INTEGER,                       -- commits that changed some of them
  differ   INTEGER,                       -- the lines of the copies differ
  since_id INTEGER                        -- the commit since which they differ or are equal
) STRICT;

CREATE TABLE copy_age (
  group_id    INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- of the occurrence
  came_id     INTEGER,                    -- the commit that wrote most of its lines; null if older than the searched ones
  uncommitted INTEGER NOT NULL,
  edits       INTEGER NOT NULL,           -- commits that changed it since
  PRIMARY KEY (group_id, seq)
) STRICT, WITHOUT ROWID;

-- Changes that did not reach a copy, a row for each commit and file (core/src/missed), the most important first.
CREATE TABLE missed_change (
  id         INTEGER PRIMARY KEY,         -- 1…
  key        TEXT NOT NULL,               -- public id
  commit_id  INTEGER NOT NULL,
  project_id INTEGER NOT NULL,            -- whose history has the commit
  target_id  INTEGER NOT NULL,            -- node id of the file that lacks it
  class      INTEGER NOT NULL,            -- CHANGE_CLASSES
  evidence   INTEGER NOT NULL,            -- EVIDENCES
  weight     INTEGER NOT NULL,            -- in thousandths
  properties TEXT NOT NULL                -- JSON [id of a rule in languages/missed.json]
) STRICT;

CREATE TABLE missed_place (
  missed_id    INTEGER NOT NULL,
  seq          INTEGER NOT NULL,          -- 0…
  class        INTEGER NOT NULL,
  evidence     INTEGER NOT NULL,
  similarity   INTEGER NOT NULL,          -- of the statements around both places, in percent
  merges       INTEGER NOT NULL,          -- the change merges into the copy without a conflict
  origin       TEXT NOT NULL,             -- path of the changed file in the commit, relative to the project
  origin_start INTEGER NOT NULL,          -- line in that version
  origin_end   INTEGER NOT NULL,
  target_start INTEGER NOT NULL,          -- line in the last commit of the target
  target_end   INTEGER NOT NULL,
  PRIMARY KEY (missed_id, seq)
) STRICT, WITHOUT ROWID;

-- Excluded paths, by project, then path.
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

-- Token records of grouped functions and types, and of the functions directly in these types, many in one compressed
-- block, equal ones once; read by token-records.ts.
CREATE TABLE token_record (
  node_id  INTEGER PRIMARY KEY,
  block_id INTEGER NOT NULL,
  position INTEGER NOT NULL               -- index in the block, from 0
) STRICT;

CREATE TABLE token_block (
  id   INTEGER PRIMARY KEY,
  data BLOB NOT NULL
) STRICT;

-- Interned stream elements, units and bodies of files (parse/elements/element-block.ts): groups of similar declarations
-- and of blocks over all projects are found from these rows alone. Many files of one project in one compressed block.
CREATE TABLE element_block (
  first_file_id INTEGER PRIMARY KEY,      -- node of its first file
  sizes         TEXT NOT NULL,            -- JSON [node - first_file_id, bytes, …], one pair for each file, by node
  data          BLOB NOT NULL             -- the blocks one after another, deflated (RFC 1951)
) STRICT;

-- Files with elements whose bytes are those of an earlier file, also of another project: facts of a content are stored once.
CREATE TABLE element_copy (
  file_id    INTEGER PRIMARY KEY,
  of_file_id INTEGER NOT NULL             -- the first file with these bytes, whose block is in element_block
) STRICT;

-- Postings (postings/posting-lists.ts), by which the operation similar finds declarations and functions: blocks of each
-- list by their first value.
CREATE TABLE posting_block (
  id   INTEGER PRIMARY KEY,               -- 65,536 times the number of the list, plus the first value
  data BLOB NOT NULL                      -- index/postings/posting-block.ts
) STRICT;

-- Declarations that are large enough for groups of similar ones, by node; read by postings/posted-sets.ts.
CREATE TABLE posted_set_block (
  first_set INTEGER PRIMARY KEY,          -- number of the first one, from 0
  sets      INTEGER NOT NULL,
  data      BLOB NOT NULL                 -- of each one its node, number of 5-grams and greatest posted value
) STRICT;

-- Words of names, parameters, callees, doc comments and paths, and the files and declarations that have them: blocks in
-- the order of their words, read by words/stored-words.ts for the operation search.
CREATE TABLE word_block (
  first_word TEXT PRIMARY KEY,
  data       BLOB NOT NULL                -- words/word-block.ts, with five fields
) STRICT, WITHOUT ROWID;

-- Calls as written, including external and unresolved ones, which are not edges; contracts are checked with them. Many
-- files in one compressed block, ordered by node; read by call-block.ts.
CREATE TABLE call_block (
  first_file_id INTEGER PRIMARY KEY,      -- node of its first file; a block has files of one project only
  data          BLOB NOT NULL             -- with the rule that found the candidates of each call
) STRICT;

-- Control structures of occurrences, without calls; of an occurrence that is not a function, such as a class, also those
-- of the declarations in it. Many nodes in one compressed block, ordered by node; read by control/control-reader.ts.
CREATE TABLE control_block (
  first_node_id INTEGER PRIMARY KEY,
  data          BLOB NOT NULL             -- records (control/control-records.ts), deflated (RFC 1951)
) STRICT;

-- Contract manifests at the roots of projects, also those that the scan excludes.
CREATE TABLE manifest (
  project_id INTEGER NOT NULL,
  path       TEXT NOT NULL,               -- relative to the root
  state      INTEGER NOT NULL,            -- MANIFEST_STATES
  sha256     BLOB,                        -- of the raw bytes; null if unreadable
  PRIMARY KEY (project_id, path)
) STRICT, WITHOUT ROWID;

-- Contracts of manifests that were read, in their order.
CREATE TABLE contract (
  project_id  INTEGER NOT NULL,
  seq         INTEGER NOT NULL,           -- 0…
  pointer     TEXT NOT NULL,              -- JSON pointer in the manifest
  contract_id TEXT,
  file        TEXT,                       -- the file key that lists it; null for a contract of the project
  scope       TEXT NOT NULL,
  intent      TEXT NOT NULL,
  effect      TEXT,                       -- JSON [text], null if the contract has none
  forbid      TEXT NOT NULL,              -- JSON [text]
  require     TEXT NOT NULL,              -- JSON [text]
  PRIMARY KEY (project_id, seq)
) STRICT, WITHOUT ROWID;

-- A node with the data of its description in query results.
CREATE VIEW described_node AS
SELECT
  node.id, node.key, node.kind, node.project_id, project.label AS project, node.file_id, file.path, node.parent_id,
  name.text AS name, coalesce(qualifier.text, '') || name.text AS qualified_name,
  language.name AS language, node.language_id,
  node.start_line, node.end_line, node.start_byte, node.end_byte, node.ordinal,
  node.exported, node.classes, node.grouped,
  node.nodes, node.parameters, node.returns, file.sha256
FROM node
JOIN project ON project.id = node.project_id
LEFT JOIN file ON file.id = node.file_id
LEFT JOIN name ON name.id = node.name_id
LEFT JOIN name AS qualifier ON qualifier.id = node.qualifier_id
LEFT JOIN language ON language.id = node.language_id;
`;
