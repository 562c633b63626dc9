import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { type ObjectValue, propertyOf } from '../tree.ts';

/** Reports a value of `effects` that is none of the two known ones. */
export function checkEffects(root: ObjectValue, findings: Findings): void {
  const effects = propertyOf(root, 'effects')?.value;
  if (effects?.kind !== 'string' || effects.text === 'open' || effects.text === 'closed') return;
  findings.add('lint/effects', effects, { parent: undefined, step: 'effects' }, { found: quoted(effects.text) });
}
