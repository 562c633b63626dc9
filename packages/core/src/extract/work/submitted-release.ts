import { AnalyzerError } from '@analyzer/contracts';
import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Plan } from '../plan/model.ts';
import { releaseOf } from '../plan/releases.ts';
import type { Package, Task } from '../result/model.ts';
import type { Submission } from './submission.ts';

/**
 * The release that a result names: where the configuration says, with the version of the package. Empty for other stages.
 *
 * @throws AnalyzerError `usage` without a change note
 */
export function submittedRelease(
  { stage, task_key: key }: Task,
  delivered: TaskResultV1['package'],
  target: Package | null,
  { changeNote: note }: Submission,
  { config }: Plan,
): Pick<TaskResultV1, 'release'> {
  const release = stage === 'release' && target !== null ? releaseOf(config, target) : undefined;
  if (delivered === null || release === undefined) return {};
  if (note !== undefined) return { release: { version: delivered.version, note, location: release.location } };
  const hint = `Run \`analyzer tickets submit ${key} --change-note "what is new"\`.`;
  throw new AnalyzerError('usage', { problem: 'a release has no change note' }, { hint });
}
