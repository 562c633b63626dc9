import { createHash } from 'node:crypto';
import type { HandoffV1 } from '@analyzer/contracts/analyzer.handoff.v1';
import type { Delivery, Task } from '../result/model.ts';

/** Folder of a project for copies of artifacts of other tasks. */
export const INCOMING = '.tracker/analyzer/incoming';

/** Folder of the files handed to a task, relative to its project. */
export function incomingFolder(key: string): string {
  return `${INCOMING}/${key}`;
}

/**
 * The manifest of the files that a task receives. It depends only on verified results, so that it can be computed again when the
 * task's own result is verified.
 *
 * @param key of the task, with the number of its attempt
 * @param before all tasks before it, in the order of the plan
 */
export function handoffOf(key: string, task: Task, before: readonly Delivery[]): HandoffV1 {
  const content = {
    schema: 'analyzer.handoff.v1',
    task_key: key,
    input_digest: task.input_digest,
    predecessors: before.map(predecessorOf),
  } as const;
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const { predecessors, ...header } = content;
  return { ...header, handoff_digest: digest, predecessors };
}

function predecessorOf({ key, task, result, file }: Delivery): HandoffV1['predecessors'][number] {
  return {
    task_key: key,
    stage: task.stage,
    project: task.project,
    files: [
      { path: `${key}/result.json`, sha256: file.sha256, bytes: file.bytes, role: 'result' },
      ...result.artifacts.map(({ path, sha256, bytes, role }) => ({ path: `${key}/${path}`, sha256, bytes, role })),
    ],
  };
}
