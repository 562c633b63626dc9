import type { Findings } from '../findings.ts';
import type { RuleDetails } from '../rules.ts';
import { quoted } from '../text/quoted.ts';
import { type ObjectValue, propertyOf } from '../tree.ts';

/** File keys are paths relative to the project directory, with `/` as separator. */
export function checkFileKeys(root: ObjectValue, findings: Findings): void {
  const files = propertyOf(root, 'files')?.value;
  if (files?.kind !== 'object') return;
  for (const { name, key } of files.properties) {
    const problem = problemOf(name);
    if (problem === undefined) continue;
    const path = { parent: { parent: undefined, step: 'files' }, step: name };
    findings.add('lint/file-key', key, path, { key: quoted(name), problem });
  }
}

function problemOf(key: string): RuleDetails<'lint/file-key'>['problem'] | undefined {
  if (key.trim() === '') return 'is empty';
  if (/^(?:[A-Za-z]:|[\\/])/.test(key)) return 'is an absolute path';
  if (key.includes('\\')) return 'contains backslashes';
  if (key.endsWith('/')) return 'is a directory';
  return leaves(key) ? 'is outside the project' : undefined;
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
