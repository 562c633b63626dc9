import { nearest } from '@analyzer/contracts/nearest';
import type { LocatedContract } from '../contracts-of.ts';
import { EFFECT_NAMES, ENTRY_PREFIXES, isEffectWord, STATEMENTS } from '../entry-words.ts';
import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { propertyOf } from '../tree.ts';

/** Reports an entry that is similar to one that a check decides, and probably meant as one. */
export function checkWords({ value, path }: LocatedContract, findings: Findings): void {
  for (const name of ['forbid', 'require', 'effect']) {
    const list = propertyOf(value, name)?.value;
    if (list?.kind !== 'array') continue;
    for (const [step, entry] of list.items.entries()) {
      if (entry.kind !== 'string') continue;
      const meant = meantBy(entry.text.trim());
      if (meant === undefined) continue;
      const at = { parent: { parent: path, step: name }, step };
      const details = { entry: quoted(entry.text), nearest: quoted(meant.word), instead: quoted(meant.entry) };
      findings.add('lint/unknown-word', entry, at, details);
    }
  }
}

/** Prefixes of entries of several words. */
const WITH_SPACES: readonly (typeof ENTRY_PREFIXES)[number][] = ['layers', 'export'];

/** @returns undefined for an entry that is decided, and for text that is similar to none */
function meantBy(text: string): { word: string; entry: string } | undefined {
  const [, prefix, rest] = /^([A-Za-z][\w-]*)\s*:\s*(\S.*)$/s.exec(text) ?? [];
  if (prefix !== undefined && rest !== undefined) {
    if (ENTRY_PREFIXES.some((it) => it === prefix)) return undefined;
    const word = nearest(prefix, ENTRY_PREFIXES);
    const isSentence = /\s/.test(rest) && !WITH_SPACES.some((it) => it === word);
    return word === undefined || isSentence ? undefined : { word: `${word}:`, entry: `${word}:${rest}` };
  }
  if (!/^[A-Za-z][\w-]*$/.test(text) || isEffectWord(text) || STATEMENTS.some((it) => it === text)) return undefined;
  const word = nearest(text, [...EFFECT_NAMES, ...STATEMENTS]);
  return word === undefined ? undefined : { word, entry: word };
}
