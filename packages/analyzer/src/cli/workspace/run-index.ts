import { dirname } from 'node:path';
import { ERRORS } from '@analyzer/contracts';
import type { Discovery } from '@analyzer/core/index/discovery/discover.ts';
import { type FailedProject, indexWorkspace } from '@analyzer/core/index/index-workspace.ts';
import { isOnServer } from '@analyzer/core/index/reader.ts';
import { cacheDirOf, type EngineFlags, openEngine } from '../engine/open.ts';
import { IndexProgress } from './index-progress.ts';
import { failedNotes, indexNotes } from './index-summary.ts';
import { OwnFolder } from './own-folder.ts';
import { indexToServer } from './publish.ts';

/** The index that a command writes. */
export interface IndexPath {
  /** Path, or URL of a server. */
  db: string;
  /** Whether it is the default path. */
  isDefaultPath: boolean;
}

/**
 * Indexes the discovered projects, and writes progress and notes to stderr. Failed projects are listed with the reason,
 * and the exit code is then that of `incomplete`.
 */
export async function runIndex(
  found: Discovery,
  { db, isDefaultPath }: IndexPath,
  flags: EngineFlags,
  signal: AbortSignal,
): Promise<void> {
  if (isOnServer(db)) {
    return indexToServer(db, (path) => runIndex(found, { db: path, isDefaultPath: false }, flags, signal), signal);
  }
  const folder = isDefaultPath ? new OwnFolder(dirname(db)) : undefined;
  const engine = openEngine(flags, signal, true);
  const cacheDir = cacheDirOf(flags, engine);
  const progress = new IndexProgress(process.stderr);
  const failed: FailedProject[] = [];
  try {
    await indexWorkspace(found.projects, {
      db,
      isDefaultPath,
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      onFailed: (project) => failed.push(project),
      requireUnchanged: () => folder?.requireUnchanged(),
      ...(cacheDir !== undefined && { cacheDir }),
    });
  } finally {
    progress.end();
    folder?.close();
    await engine.close();
  }
  for (const note of failedNotes(failed)) process.stderr.write(`${note}\n`);
  if (failed.length > 0) process.exitCode = ERRORS.incomplete.exit;
  for (const note of indexNotes(found)) process.stderr.write(`${note}\n`);
}
