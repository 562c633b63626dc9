import type { EarlierFiles, ObservedChanges, ObservedWork } from '../result/model.ts';
import { type Attempt, baseKey } from '../state/model.ts';

/**
 * What the attempts of a task recorded about its project.
 *
 * @param key of the ticket that counts
 */
export function observedWork(attempts: readonly Attempt[], key: string): ObservedWork {
  const started = attempts.filter(({ outcome }) => outcome !== 'failed_to_start');
  const last = started.findLast((attempt) => attempt.task_key === key);
  if (last === undefined) return unknown('no attempt of this program did the task');
  if (last.base === undefined) return unknown('an older version of this program recorded nothing before the task');
  const all = started.filter((attempt) => baseKey(attempt.task_key) === baseKey(key));
  return {
    changes: observedChanges(last, all),
    copies: last.base.copies,
    base: earlierFiles(all),
    findings: observedFindings(last),
  };
}

/** The project before the first attempt of the task. */
function earlierFiles([first]: readonly Attempt[]): EarlierFiles | undefined {
  const { commit = null, differing = [] } = first?.base ?? {};
  return commit === null ? undefined : { commit, differing: new Set(differing.map(({ path }) => path)) };
}

function observedFindings({ findings }: Attempt): ObservedWork['findings'] {
  if (findings === undefined) return { unknown: 'the project was not scanned after the task' };
  return findings.problem === null ? findings.items : { unknown: findings.problem };
}

function unknown(reason: string): ObservedWork {
  const of = { unknown: reason };
  return { changes: of, copies: of, base: undefined, findings: of };
}

/** @param attempts of the task, also of tickets that were replaced */
function observedChanges({ base, changes }: Attempt, attempts: readonly Attempt[]): ObservedChanges {
  if (base === undefined || base.commit === null) return { unknown: base?.problem ?? '' };
  const missing = attempts.find((attempt) => attempt.changes === undefined);
  if (missing !== undefined) {
    return { unknown: `the changes of attempt ${missing.number} of ${missing.task_key} are not recorded` };
  }
  if (changes === undefined) return { unknown: 'its changes are not recorded' };
  if (changes.problem !== null) return { fault: changes.problem };
  const all = new Map<string, Set<string>>();
  for (const { path, change } of attempts.flatMap((attempt) => attempt.changes?.files ?? [])) {
    all.set(path, (all.get(path) ?? new Set()).add(change));
  }
  return { commit: base.commit, last: new Set(changes.files.map(({ path }) => path)), all };
}
