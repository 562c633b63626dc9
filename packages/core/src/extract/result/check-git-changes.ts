import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Findings } from './findings.ts';
import { artifactFolder, type ObservedChanges, type ShownChanges } from './model.ts';

type ChangedFile = TaskResultV1['changed_files'][number];

/** Compares the listed changes with those that Git showed after the attempt. */
export function checkGitChanges(result: TaskResultV1, observed: ObservedChanges, findings: Findings): void {
  const { task_key: key, changed_files: listed } = result;
  if ('unknown' in observed) findings.skip(observed.unknown);
  else if ('fault' in observed) {
    findings.fail('lost_commit', `${artifactFolder(key)}/result.json`, observed.fault, 'Restore the Git repository.');
  } else {
    checkListed(listed, observed, findings);
    checkUnlisted(key, listed, observed, findings);
  }
}

function checkListed(listed: readonly ChangedFile[], { all, commit }: ShownChanges, findings: Findings): void {
  for (const file of listed) {
    const shown = all.get(file.path);
    const change = changeOf(file);
    if (shown === undefined) {
      const message = `the result lists it as ${change}, but Git shows no change since the commit ${short(commit)}`;
      findings.fail('unchanged_file', file.path, message, 'Remove it from changed_files. Git shows no ignored files.');
    } else if (!shown.has(change)) {
      const message = `the result lists it as ${change}, but Git shows it as ${[...shown].join(' or ')}`;
      findings.fail('unchanged_file', file.path, message, 'Correct before and after in changed_files.');
    }
  }
}

function checkUnlisted(
  key: string,
  listed: readonly ChangedFile[],
  { last, all, commit }: ShownChanges,
  findings: Findings,
): void {
  const paths = new Set(listed.map(({ path }) => path));
  for (const path of last) {
    if (paths.has(path)) continue;
    const change = [...(all.get(path) ?? [])].at(-1);
    const message = `Git shows it as ${change} since the commit ${short(commit)}, but the result does not list it`;
    const remedy = `List it in changed_files, or restore it and run \`analyzer tickets attempts resolve ${key}\`.`;
    findings.fail('unlisted_change', path, message, remedy);
  }
}

function changeOf({ before, after }: ChangedFile): 'added' | 'modified' | 'deleted' {
  if (before === null) return 'added';
  return after === null ? 'deleted' : 'modified';
}

function short(commit: string): string {
  return commit.slice(0, 12);
}
