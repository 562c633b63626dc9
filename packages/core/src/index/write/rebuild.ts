import { collectLargeHeap } from '#parse/collect-garbage.ts';
import type { Engine } from '#parse/engine.ts';
import { pause } from '#tree/pause.ts';
import type { IdLayout } from '../ids/id-layout.ts';
import { PartAppender, type StoredPart } from '../part/append-part.ts';
import type { ReadStatements } from '../read-statements.ts';
import { INDEXES } from '../schema/indexes.ts';
import { indexSnapshotId } from '../snapshot-id.ts';
import type { Database } from '../sqlite/driver.ts';
import { Statements } from '../sqlite/statements.ts';
import { INDEX_VERSIONS } from '../versions.ts';
import { AddedProjects, type ProjectTarget } from './added-projects.ts';
import { writeControl } from './control-writer.ts';
import { findShownGroups } from './copied-lines.ts';
import { writeCounts } from './counts.ts';
import { linkImports } from './cross-links/link-imports.ts';
import { EarlierRows } from './earlier-rows.ts';
import { writeElementBlocks } from './element-writer.ts';
import { writeGroups } from './group-writer.ts';
import { type HistoryContext, writeHistory } from './history/write-history.ts';
import { writeRelations } from './relations/write-relations.ts';
import { type ReplaceContext, type Replacement, replaceIndex } from './replace-index.ts';
import { writeRoot } from './root-writer.ts';
import { PostingWriter } from './similar-writer.ts';
import { createStaging } from './staging.ts';
import { writeTokenRecords } from './token-writer.ts';
import { writeWords } from './word-writer.ts';

/** Adds projects to a new index, in the order of their labels. */
export interface Rebuild extends ProjectTarget {
  /** Adds the project of a part (`part/write-part.ts`). */
  addPart(part: StoredPart): Promise<void>;
  /**
   * Takes over rows of projects that have not changed from an earlier index.
   *
   * @param path of an index that the same program wrote with the same engine, and that this process can replace
   */
  takeFrom(path: string): void;
  /** Lets the earlier index stay, which has the same projects: what was added is discarded. @param id its snapshot id */
  stay(id: string): void;
}

export interface RebuildContext extends ReplaceContext {
  /** Owned by the caller. It returns token records. */
  engine: Engine;
  /** Gives the ids of an earlier index to the same rows; without it, ids have no gaps. */
  layout?: IdLayout | undefined;
  /** Called once when all projects are added and grouping starts. */
  onGrouping?: (() => void) | undefined;
  /** With it, the history of the projects is read and stored. */
  history?: Pick<HistoryContext, 'onProject'> | undefined;
  /** Called with the rows of the complete index; an error that it throws lets the earlier one stay. */
  onWritten?: ((rows: ReadStatements) => void) | undefined;
}

/**
 * Writes a new index of projects, and replaces the earlier one as `replaceIndex` does.
 *
 * @param path of the index, as the user wrote it
 * @param fill adds all projects
 * @returns the snapshot id
 * @throws AnalyzerError `unusable_index`, `output_failed`, `busy`, `cancelled`; errors of `fill`
 */
export async function rebuildIndex(
  path: string,
  context: RebuildContext,
  fill: (rebuild: Rebuild) => Promise<void>,
): Promise<string> {
  const { id } = await replaceIndex(path, context, (database) => writeAll(database, context, fill));
  return id;
}

async function writeAll(
  database: Database,
  { engine, layout, onGrouping, history, onWritten, signal }: RebuildContext,
  fill: (rebuild: Rebuild) => Promise<void>,
): Promise<Replacement> {
  createStaging(database);
  const statements = new Statements(database);
  const projects = new AddedProjects(statements, engine, signal, layout);
  const parts = new PartAppender(database, statements, projects);
  let staying: string | undefined;
  let earlierPath: string | undefined;
  await fill({
    engine: projects.engine,
    add: (info, scan, snapshotId) => projects.add(info, scan, snapshotId),
    addWhole: (info, scan) => projects.addWhole(info, scan),
    addPart: (part) => parts.append(part),
    takeFrom: (path) => {
      earlierPath = path;
    },
    stay: (id) => {
      staying = id;
    },
  });
  if (staying !== undefined) return { id: staying, stays: true };
  engine.rest();
  // The facts of the projects are in the database.
  collectLargeHeap();
  onGrouping?.();
  const pathLinks = await linkImports(statements, signal);
  statements.finish();
  const earlier = await EarlierRows.open(earlierPath, statements, signal);
  let runsLeftOut: number;
  try {
    await writeElementBlocks(statements, earlier, signal);
    await writeWords(statements, earlier, signal);
    const postings = new PostingWriter(statements, projects.wanted.limits, earlier);
    runsLeftOut = await writeGroups(database, statements, projects.wanted, { engine, layout, postings, signal });
    await postings.write(signal);
  } finally {
    earlier.close();
  }
  for (const sql of INDEXES) {
    database.exec(sql);
    await pause(signal);
  }
  await writeTokenRecords(statements, signal);
  await writeControl(statements, signal);
  statements.finish();
  const listed = findShownGroups(database, statements);
  const relations = await writeRelations(statements, listed, signal);
  if (history !== undefined) await writeHistory(statements, listed, { engine, signal, ...history });
  writeCounts(database);

  const id = indexSnapshotId(INDEX_VERSIONS, projects.identities, pathLinks);
  const root = writeRoot(statements);
  statements.run(
    `INSERT INTO snapshot
    SELECT 1, ?, ?, ?, ?, ?, coalesce(sum(lines), 0), coalesce(sum(repeated_lines), 0), coalesce(sum(copied_lines), 0),
      ?, ?, ?
    FROM project`,
    ...[
      id,
      root,
      INDEX_VERSIONS.format,
      INDEX_VERSIONS.fingerprint,
      JSON.stringify(INDEX_VERSIONS.parsers),
      runsLeftOut,
      relations.leftOut,
      relations.notRead,
    ],
  );
  statements.run('INSERT INTO local_run VALUES (1, ?, ?)', engine.name, new Date().toISOString());
  onWritten?.(statements);
  // Statistics for the query planner, from a sample of each index.
  database.exec('PRAGMA analysis_limit = 1000; ANALYZE;');
  return { id, stays: false };
}
