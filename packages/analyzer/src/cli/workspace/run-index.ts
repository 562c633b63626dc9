import { dirname } from 'node:path';
import { ERRORS } from '@analyzer/contracts';
import type { Discovery } from '@analyzer/core/discovery/discover.ts';
import type { IdLayout } from '@analyzer/core/index/ids/id-layout.ts';
import { type FailedProject, indexWorkspace } from '@analyzer/core/index/index-workspace.ts';
import { isOnServer } from '@analyzer/core/index/reader.ts';
import { limitHeapGrowth, limitYoungGeneration } from '../engine/heap-growth.ts';
import { cacheDirOf, type EngineFlags, openIndexEngine } from '../engine/open.ts';
import { optimizeLater } from '../engine/optimize-later.ts';
import { programVersion } from '../engine/program-version.ts';
import type { IndexPath } from '../options/db.ts';
import type { IndexFlags } from './flags.ts';
import { IndexProgress } from './index-progress.ts';
import { failedNotes, indexNotes } from './index-summary.ts';
import { OwnFolder } from './own-folder.ts';
import { indexToServer } from './publish.ts';

/**
 * Indexes the discovered projects, and writes progress and notes to stderr. Failed projects are listed with the reason,
 * and the exit code is then that of `incomplete`.
 */
export async function runIndex(
  found: Discovery,
  path: IndexPath,
  flags: EngineFlags & Pick<IndexFlags, 'history'>,
  signal: AbortSignal,
): Promise<void> {
  const { db: server } = path;
  if (!isOnServer(server)) {
    await writeFile(found, path, flags, signal);
    return;
  }
  const labels = found.projects.map(({ label }) => label);
  await indexToServer(
    { ...path, labels },
    (db, layout) => writeFile(found, { ...path, db, server, layout }, flags, signal),
    signal,
  );
}

interface WrittenFile extends IndexPath {
  /** URL of the server that gets the index. */
  server?: string;
  layout?: IdLayout;
}

/** @returns whether an index was written, because projects have changed */
async function writeFile(
  found: Discovery,
  { db, isDefaultPath, mayRemoveProjects, server, layout }: WrittenFile,
  flags: EngineFlags & Pick<IndexFlags, 'history'>,
  signal: AbortSignal,
): Promise<boolean> {
  optimizeLater();
  limitHeapGrowth();
  const folder = isDefaultPath ? new OwnFolder(dirname(db)) : undefined;
  const progress = new IndexProgress(process.stderr);
  const engine = openIndexEngine(flags, signal, (report) => progress.on({ type: 'cache', report }));
  if (engine.wholeProject === undefined) limitYoungGeneration();
  const cacheDir = cacheDirOf(flags, engine);
  const failed: FailedProject[] = [];
  try {
    await indexWorkspace(found.projects, {
      db,
      isDefaultPath,
      mayRemoveProjects,
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      onFailed: (project) => failed.push(project),
      readsHistory: flags.history === true,
      requireUnchanged: () => folder?.requireUnchanged(),
      ...(cacheDir !== undefined && { cacheDir, program: programVersion() }),
      ...(server !== undefined && { server }),
      ...(layout !== undefined && { layout }),
    });
  } finally {
    folder?.close();
    await engine.close().finally(() => progress.end());
    // If all failed, the error is that of the first one.
    if (failed.length < found.projects.length) {
      for (const note of failedNotes(failed)) process.stderr.write(`${note}\n`);
    }
  }
  if (failed.length > 0) process.exitCode = ERRORS.incomplete.exit;
  for (const note of indexNotes(found)) process.stderr.write(`${note}\n`);
  return !progress.stays;
}
