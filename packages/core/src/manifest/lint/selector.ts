import { nearest } from '@analyzer/contracts/nearest';
import type { LocatedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { SELECTOR_PREFIXES, splitScope } from '../selector.ts';
import { quoted } from '../text/quoted.ts';
import { propertyOf } from '../tree.ts';

/** Prefixes that other tools and languages use. */
const SYNONYMS: Readonly<Record<string, (typeof SELECTOR_PREFIXES)[number]>> = {
  func: 'function',
  fn: 'function',
  fun: 'function',
  def: 'function',
  meth: 'method',
  mod: 'module',
  cls: 'class',
};

/** Reports a scope that is similar to a selector and probably meant as one. */
export function checkSelector({ value, path }: LocatedContract, findings: Findings): void {
  const scope = propertyOf(value, 'scope')?.value;
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
