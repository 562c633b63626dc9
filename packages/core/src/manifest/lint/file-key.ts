import type { Findings } from '../findings.ts';
import type { RuleDetails } from '../rules.ts';
import { quoted } from '../text/quoted.ts';
import { memberOf, type ObjectValue } from '../tree.ts';

/** File keys are paths below the project, with `/` between their names. */
export function checkFileKeys(root: ObjectValue, findings: Findings): void {
  const files = memberOf(root, 'files')?.value;
  if (files?.kind !== 'object') return;
  for (const { name, key } of files.members) {
    const problem = problemOf(name);
    if (problem === undefined) continue;
    const path = { parent: { parent: undefined, step: 'files' }, step: name };
    findings.add('lint/file-key', key, path, { key: quoted(name), problem });
  }
}

function problemOf(key: string): RuleDetails<'lint/file-key'>['problem'] | undefined {
  if (key.trim() === '') return 'is empty';
  if (/^(?:[A-Za-z]:|[\\/])/.test(key)) return 'is an absolute path';
  if (key.includes('\\')) return 'has backslashes';
  if (key.endsWith('/')) return 'names a folder';
  return leaves(key) ? 'leads out of the project' : undefined;
}

function leaves(path: string): boolean {
  let depth = 0;
  for (const name of path.split('/')) {
    if (name === '..') depth -= 1;
    else if (name !== '.' && name !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
