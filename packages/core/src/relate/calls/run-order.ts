import { firstFrom } from '#lists/first-from.ts';
import type { Outcome } from '../model.ts';
import { callReasons } from '../reasons.ts';
import type { CallFile } from './call-file.ts';
import { fileScope } from './declared-names.ts';

/**
 * The outcome of a call in a language that declares a function when its declaration runs (Bash). It is not certain if the
 * declaration is further down in the same body, or if the function calls itself after it sources a file, which can replace it.
 */
export function inRunOrder(file: CallFile, call: number, outcome: Outcome): Outcome {
  if (!file.rules.flat || outcome.state !== 'resolved' || outcome.via !== 'local') return outcome;
  const { callee, line, within } = file.facts.calls;
  const hit = file.declared.find(fileScope, callee[call] ?? '');
  const index = hit !== undefined && 'indices' in hit ? hit.indices[0] : undefined;
  const declaration = index === undefined ? undefined : file.declaration(index);
  if (declaration === undefined) return outcome;
  const at = line[call] ?? 0;
  if (within[call] === declaration.within && at < declaration.start_line) return doubted(outcome, callReasons.later);
  if (within[call] !== index) return outcome;
  const { imports } = file.facts;
  const sourced = imports[firstFrom(imports.length, (it) => imports[it]?.line, declaration.start_line)];
  return sourced !== undefined && sourced.line < at ? doubted(outcome, callReasons.replaced) : outcome;
}

function doubted(outcome: Outcome, reason: string): Outcome {
  return { ...outcome, state: 'ambiguous', reason };
}
