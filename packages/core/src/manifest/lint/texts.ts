import type { LocatedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { propertyOf } from '../tree.ts';

const HINTS = { scope: 'which code unit it applies to', intent: 'what the unit must do' } as const;
/** Only invisible characters. */
const BLANK = /^[\s\p{Cc}\p{Cf}]*$/u;
const TODO = /^\s*(?:TODO|FIXME|TBD)\b/i;

/** Reports an empty `scope` or `intent`, and a placeholder as `intent`. */
export function checkTexts({ value, path }: LocatedContract, findings: Findings): void {
  for (const name of ['scope', 'intent'] as const) {
    const text = propertyOf(value, name)?.value;
    if (text?.kind !== 'string') continue;
    const at = { parent: path, step: name };
    if (BLANK.test(text.text)) findings.add('lint/empty-text', text, at, { name, hint: HINTS[name] });
    else if (name === 'intent' && TODO.test(text.text)) findings.add('lint/todo', text, at, {});
  }
}
