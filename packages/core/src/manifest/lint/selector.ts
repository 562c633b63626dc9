import { nearest } from '@analyzer/contracts/nearest';
import type { PlacedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { SELECTOR_PREFIXES, splitScope } from '../selector.ts';
import { quoted } from '../text/quoted.ts';
import { memberOf } from '../tree.ts';

const PREFIXES: readonly string[] = SELECTOR_PREFIXES;
/** What other tools and languages call it. */
const SYNONYMS: Readonly<Record<string, string>> = {
  func: 'function',
  fn: 'function',
  fun: 'function',
  def: 'function',
  meth: 'method',
  mod: 'module',
  cls: 'class',
};

/** A scope that is nearly a selector was probably meant as one. */
export function checkSelector({ value, path }: PlacedContract, findings: Findings): void {
  const scope = memberOf(value, 'scope')?.value;
  if (scope?.kind !== 'string') return;
  const { prefix, rest } = splitScope(scope.text.trim());
  if (rest === '' || PREFIXES.includes(prefix)) return;
  const meant = SYNONYMS[prefix.toLowerCase()] ?? nearest(prefix.trim(), PREFIXES);
  if (meant === undefined || !/^\s*[A-Za-z]+\s*$/.test(prefix)) return;
  const details = { scope: quoted(scope.text), nearest: `${meant}:`, instead: quoted(`${meant}:${rest}`) };
  findings.add('lint/selector', scope, { parent: path, step: 'scope' }, details);
}
