import type { Database } from '../sqlite/driver.ts';

/**
 * Data that is needed until all groups are found: in a temporary database of SQLite, which the system removes when the
 * process ends in any way.
 */
const factTables = (temp: 'TEMP ' | '') => `
  -- Functions and methods that may form groups, by node.
  CREATE ${temp}TABLE print (
    node_id INTEGER PRIMARY KEY,
    listed  INTEGER NOT NULL,  -- it is large enough to be listed in a group
    body    BLOB NOT NULL,
    shape   BLOB NOT NULL
  ) STRICT;

  -- Files, classes and the like with the hash of their syntax, by node.
  CREATE ${temp}TABLE tree (
    node_id   INTEGER PRIMARY KEY,
    tree_hash BLOB NOT NULL
  ) STRICT;

  -- Token records of a file's declarations as they come from the engine: a block with one record for each declaration,
  -- an empty one where there is none.
  CREATE ${temp}TABLE staged_token_block (
    id   INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;

  CREATE ${temp}TABLE token_block_of_file (
    file_id   INTEGER PRIMARY KEY,
    staged_id INTEGER NOT NULL
  ) STRICT;

  -- Element blocks of files as they come from the engine.
  CREATE ${temp}TABLE staged_element_block (
    id   INTEGER PRIMARY KEY,
    data BLOB NOT NULL
  ) STRICT;

  CREATE ${temp}TABLE element_block_of_file (
    file_id   INTEGER PRIMARY KEY,
    staged_id INTEGER NOT NULL
  ) STRICT;

  -- Control structures of files (control/control-records.ts).
  CREATE ${temp}TABLE control_of_file (
    file_id INTEGER PRIMARY KEY,
    data    BLOB NOT NULL
  ) STRICT;

  -- Lines whose copies comments silence, of projects whose comments are trusted.
  CREATE ${temp}TABLE silenced_lines (
    file_id    INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line   INTEGER NOT NULL
  ) STRICT;
`;

const INDEX_TABLES = `
  -- First sentences of doc comments of files that an engine has read: a line for each declaration, empty if it has none.
  CREATE TEMP TABLE doc_of_file (
    file_id INTEGER PRIMARY KEY,
    data    BLOB NOT NULL
  ) STRICT;

  -- Details of groups whose names are not known yet.
  CREATE TEMP TABLE ranked_group (
    id          INTEGER PRIMARY KEY, -- clone_group.id
    key         BLOB NOT NULL,
    fingerprint BLOB NOT NULL
  ) STRICT;
`;

/** Temporary tables of an index that is being written. */
export function createStaging(database: Database): void {
  database.exec(factTables('TEMP ') + INDEX_TABLES);
}

/** The tables with facts of files, as tables of a part of an index, which is grouped later. */
export function createStoredStaging(database: Database): void {
  database.exec(factTables(''));
}
