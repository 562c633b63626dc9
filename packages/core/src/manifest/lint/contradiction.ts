import type { LocatedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { type ObjectValue, propertyOf, type StringValue } from '../tree.ts';

/** A contract must not require, or list as an effect, an entry that it forbids. */
export function checkContradiction({ value, path }: LocatedContract, findings: Findings): void {
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
  const list = propertyOf(contract, name)?.value;
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((text, step) => (text.kind === 'string' ? [{ text, step }] : []));
}

function normal(text: string): string {
  return text.trim().toLowerCase();
}
