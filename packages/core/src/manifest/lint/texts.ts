import type { PlacedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { memberOf } from '../tree.ts';

const HINTS = { scope: 'which unit of code it is for', intent: 'what the unit is to do' } as const;
/** Nothing a reader could see. */
const BLANK = /^[\s\p{Cc}\p{Cf}]*$/u;
/** What people write for what is still to be thought about. */
const TODO = /^\s*(?:TODO|FIXME|TBD)\b/i;

/** `scope` and `intent` are there to say something. */
export function checkTexts({ value, path }: PlacedContract, findings: Findings): void {
  for (const name of ['scope', 'intent'] as const) {
    const text = memberOf(value, name)?.value;
    if (text?.kind !== 'string') continue;
    const at = { parent: path, step: name };
    if (BLANK.test(text.text)) findings.add('lint/empty-text', text, at, { name, hint: HINTS[name] });
    else if (name === 'intent' && TODO.test(text.text)) findings.add('lint/todo', text, at, {});
  }
}
