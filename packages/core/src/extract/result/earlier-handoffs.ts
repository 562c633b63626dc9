import { validate as isResult } from '@analyzer/contracts/analyzer.task-result.v1/validate';
import { handoffOf } from '../handoff/manifest.ts';
import { type Delivery, REFUSED, type Task } from './model.ts';
import { readDocument } from './read-document.ts';
import type { ResultFiles } from './result-files.ts';

interface Replaced {
  replacedKeysOf(taskKey: string): readonly string[];
  filesOf(project: string): ResultFiles | undefined;
}

const MAX_HANDOFFS = 64;
const REASONS = { missing: 'no_result', invalid: 'invalid_result' } as const;

/**
 * The digests of the files that a task received if one of its designs was another one then. A design that a person revised is in the
 * folder of the replaced results.
 */
export async function earlierHandoffs(
  key: string,
  task: Task,
  deliveries: readonly Delivery[],
  extraction: Replaced,
): Promise<Set<string>> {
  let all: Delivery[][] = [[]];
  for (const delivery of deliveries) {
    const versions = [delivery, ...(await earlierVersions(delivery, extraction))];
    all = all.flatMap((before) => versions.map((one) => [...before, one])).slice(0, MAX_HANDOFFS);
  }
  // The first one has the present designs.
  return new Set(all.slice(1).map((its) => handoffOf(key, task, its).handoff_digest));
}

async function earlierVersions({ task }: Delivery, { replacedKeysOf, filesOf }: Replaced): Promise<Delivery[]> {
  const files = filesOf(task.project);
  if (files === undefined || (task.stage !== 'design' && task.stage !== 'route-review')) return [];
  const versions: Delivery[] = [];
  for (const key of replacedKeysOf(task.task_key)) {
    const path = `${REFUSED}/${key}/result.json`;
    const read = await readDocument(files, path, isResult, REASONS, () => undefined);
    // Also one for other inputs, such as other callers: a task after it names its own inputs, which must be those of now.
    if (read !== undefined) versions.push({ key, task, result: read.value, file: read.file, proposal: null });
  }
  return versions;
}
