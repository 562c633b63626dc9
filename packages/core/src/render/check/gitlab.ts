import { createHash } from 'node:crypto';
import { jsonText } from '@analyzer/contracts';
import type { Check } from '#check/model.ts';
import { annotationsOf } from './annotations.ts';

/**
 * The findings of a check as a Code Quality report of GitLab, each at an unlisted copy. GitLab compares reports by
 * `fingerprint`, which depends on the rule and the id of the finding alone.
 *
 * @param prefix of the paths relative to the repository: empty, or with a trailing slash
 */
export function renderCheckGitlab(check: Check, prefix: string): string {
  const issues = annotationsOf(check).map(({ rule, level, id, text, locations }) => ({
    description: text,
    check_name: `check/${rule}`,
    fingerprint: createHash('sha256').update(`${rule} ${id}`).digest('hex'),
    severity: level === 'error' ? 'major' : 'info',
    location: { path: prefix + (locations[0]?.path ?? ''), lines: { begin: locations[0]?.lines?.start ?? 1 } },
  }));
  return `${jsonText(issues, 2)}\n`;
}
