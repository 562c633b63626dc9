import { join } from 'node:path';
import { AnalyzerError } from '@analyzer/contracts';
import { discover } from '#discovery/discover.ts';
import { writePart } from '#index/part/write-part.ts';
import type { Engine } from '#parse/engine.ts';
import type { JobResult, LeasedJob } from './lease.ts';
import { fetchSource } from './source/fetch-source.ts';
import { parseSource } from './source/source.ts';

interface JobContext {
  /** Owned by the caller. */
  engine: Engine;
  /** Absolute path of an empty folder. */
  folder: string;
  cacheDir: string | undefined;
  signal: AbortSignal;
}

/**
 * Fetches the source of a job, and writes its part below the folder.
 *
 * @throws {AnalyzerError} errors of the source and of the scan; `cancelled`
 */
export async function runJob(job: LeasedJob, { engine, folder, cacheDir, signal }: JobContext): Promise<JobResult> {
  const source = parseSource(job.source);
  const fetched = await fetchSource(source, job.revision, folder, { signal });
  // All files of a commit are tracked, also those that .gitignore names.
  const options = source.kind === 'git' ? { gitignore: false, ...job.options } : job.options;
  const [found] = discover([fetched.folder], { discover: false, split: false, scan: options }).projects;
  if (found === undefined) throw new RangeError('a folder without a project');
  const path = join(folder, 'part');
  const part = await writePart(path, { ...found, label: job.label }, engine, {
    own: [],
    cacheDir,
    onScan: () => undefined,
    onWriting: () => undefined,
    signal,
  });
  if (part instanceof AnalyzerError) throw part;
  return {
    part: { key: part.key, path },
    snapshotId: part.content.identity.snapshot_id,
    root: fetched.isOriginal ? fetched.folder : undefined,
  };
}
