/**
 * Calls as they are written: those too that lead out of their project or nowhere, which are no edges. Contracts are held
 * against them. What was indexed before has none and would look as if it called nothing, so it counts as no snapshot.
 */
export const CALLS_SCHEMA = `
-- Calls of files with facts, many files in one compressed block, in the order of their nodes; read by call-block.ts.
CREATE TABLE call_block (
  id         INTEGER PRIMARY KEY,         -- by project, then file
  project_id INTEGER NOT NULL,
  data       BLOB NOT NULL
) STRICT;
CREATE INDEX call_block_by_project ON call_block (project_id);

DELETE FROM snapshot;
`;
