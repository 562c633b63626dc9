import { AnalyzerError, type ErrorCode } from '@analyzer/contracts';
import type { WorkspaceProject } from '#discovery/project.ts';
import { collectLargeHeap } from '#parse/collect-garbage.ts';
import { snapshotId } from '#render/snapshot-id.ts';
import { scan } from '#scan/scan.ts';
import type { ProjectTarget } from './added-projects.ts';
import type { FrameSource } from './project-writer.ts';
import type { WholeProjectEvents } from './whole-project.ts';

export interface ProjectScan extends WholeProjectEvents, FrameSource {
  /** Paths relative to its root of files that this program writes there. */
  own: readonly string[];
  /** Folder of the engine's parse cache, as the user wrote it. */
  cacheDir?: string | undefined;
  /** As in `WholeScan`. */
  withoutDocs?: true | undefined;
  signal?: AbortSignal | undefined;
}

/** Errors that affect only one project. */
const OF_A_PROJECT: ReadonlySet<ErrorCode> = new Set(['usage', 'not_found', 'unreadable']);

/**
 * Scans a project and writes it.
 *
 * @returns the error of a project that could not be scanned because of its folder or its `.analyzerignore`
 * @throws {AnalyzerError} errors that affect more than one project
 */
export async function addProject(
  target: ProjectTarget,
  project: WorkspaceProject,
  { own, cacheDir, withoutDocs, onScan, onWriting, kept, record, signal }: ProjectScan,
): Promise<AnalyzerError | undefined> {
  const { root, options } = project;
  const whole = { options, own, cacheDir, withoutDocs, onScan, onWriting, kept, record };
  if (await target.addWhole(project, whole)) return undefined;
  const result = await scan(root, options, {
    engine: target.engine,
    ownOutput: own,
    onEvent: onScan,
    ...(cacheDir !== undefined && { cacheDir }),
    ...(signal && { signal }),
  }).catch(asFailed);
  if (result instanceof AnalyzerError) return result;
  onWriting();
  // What the steps of the scan computed.
  collectLargeHeap();
  await target.add(project, result, await snapshotId(result, signal));
  return undefined;
}

/** @throws an error that affects more than one project */
function asFailed(error: unknown): AnalyzerError {
  if (error instanceof AnalyzerError && OF_A_PROJECT.has(error.code)) return error;
  throw error;
}
