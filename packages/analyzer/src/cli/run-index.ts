import { mkdirSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';
import type { Discovery } from '@analyzer/core/index/discovery/discover.ts';
import { indexWorkspace } from '@analyzer/core/index/index-workspace.ts';
import { cacheDirOf, type EngineFlags, openEngine } from './engine.ts';
import { IndexProgress } from './index-progress.ts';
import { indexNotes } from './index-summary.ts';

/** The index that a command writes. */
export interface IndexPath {
  db: string;
  /** The user did not name it. */
  isDefaultPath: boolean;
}

/** Indexes the discovered projects, and writes progress and notes to stderr. */
export async function runIndex(
  found: Discovery,
  { db, isDefaultPath }: IndexPath,
  flags: EngineFlags,
  signal: AbortSignal,
): Promise<void> {
  const engine = openEngine(flags, signal, true);
  const cacheDir = cacheDirOf(flags, engine);
  const progress = new IndexProgress(process.stderr);
  try {
    await indexWorkspace(found.projects, {
      db,
      isDefaultPath,
      engine,
      signal,
      onEvent: (event) => progress.on(event),
      ...(cacheDir !== undefined && { cacheDir }),
    });
  } finally {
    progress.end();
    await engine.close();
  }
  for (const note of indexNotes(found)) process.stderr.write(`${note}\n`);
}

/** @throws AnalyzerError `output_failed` when the folder of an index is not there and can't be made */
export function makeIndexFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw new AnalyzerError(
      'output_failed',
      { path, reason: 'the folder can not be made' },
      { hint: 'Name another place for the index with --db.', cause: error },
    );
  }
}
