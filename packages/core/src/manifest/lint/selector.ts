import { nearest } from '@analyzer/contracts/nearest';
import type { PlacedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { SELECTOR_PREFIXES, splitScope } from '../selector.ts';
import { quoted } from '../text/quoted.ts';
import { memberOf } from '../tree.ts';

/** What other tools and languages call it. */
const SYNONYMS: Readonly<Record<string, (typeof SELECTOR_PREFIXES)[number]>> = {
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
  if (rest === '' || SELECTOR_PREFIXES.some((it) => it === prefix)) return;
  const meant = SYNONYMS[prefix.toLowerCase()] ?? nearest(prefix.trim(), SELECTOR_PREFIXES);
  if (meant === undefined || !/^\s*[A-Za-z]+\s*$/.test(prefix)) return;
  findings.add(
    'lint/selector',
    scope,
    { parent: path, step: 'scope' },
    { scope: quoted(scope.text), nearest: `${meant}:`, instead: quoted(`${meant}:${rest}`) },
  );
}
