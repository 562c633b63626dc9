/**
 * Calls as they are written: those too that lead out of their project or nowhere, which are no edges. Contracts are held
 * against them. What was indexed before has none and would look as if it called nothing, so it counts as no snapshot.
 */
export const CALLS_SCHEMA = `
-- Calls of files with facts, many files in one compressed block, in the order of their nodes; read by call-block.ts.
CREATE TABLE call_block (
  first_file_id INTEGER PRIMARY KEY,      -- node of the first file in it; no block has files of two projects
  data          BLOB NOT NULL
) STRICT;

DELETE FROM snapshot;
`;
