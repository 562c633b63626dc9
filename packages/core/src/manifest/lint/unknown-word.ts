import type { LocatedContract } from '../contracts-of.ts';
import { meantBy } from '../entry-words.ts';
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
