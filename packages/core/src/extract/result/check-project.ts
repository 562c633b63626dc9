import type { ProjectFinding } from '../state/model.ts';
import type { Findings } from './findings.ts';
import type { ObservedWork, RefusalReason } from './model.ts';

const REASONS: Readonly<Record<ProjectFinding['kind'], [reason: RefusalReason, remedy: string]>> = {
  copy: ['new_copy', 'Use one function for both.'],
  cycle: ['new_cycle', 'Remove an import of the cycle.'],
  import: ['broken_import', 'Import the function of the package there.'],
};

/** What the scan of the project found after the task. */
export function checkProject({ findings: found }: Pick<ObservedWork, 'findings'>, findings: Findings): void {
  if ('unknown' in found) findings.skip(found.unknown);
  else
    for (const { kind, path, line, message } of found) {
      const [reason, remedy] = REASONS[kind];
      findings.fail(reason, line === null ? path : `${path}:${line}`, message, remedy);
    }
}
