import type { PlacedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { memberOf, type ObjectValue, type StringValue } from '../tree.ts';

/** What a contract forbids it can neither require nor list as an effect. */
export function checkContradiction({ value, path }: PlacedContract, findings: Findings): void {
  const forbidden = textsOf(value, 'forbid');
  if (forbidden.length === 0) return;
  for (const other of ['require', 'effect'] as const) {
    const wanted = new Set(textsOf(value, other).map(({ text }) => normal(text.text)));
    for (const { text, step } of forbidden) {
      if (!wanted.has(normal(text.text))) continue;
      const at = { parent: { parent: path, step: 'forbid' }, step };
      findings.add('lint/contradiction', text, at, { name: quoted(text.text), other });
    }
  }
}

function textsOf(contract: ObjectValue, name: string): { text: StringValue; step: number }[] {
  const list = memberOf(contract, name)?.value;
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((text, step) => (text.kind === 'string' ? [{ text, step }] : []));
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}
