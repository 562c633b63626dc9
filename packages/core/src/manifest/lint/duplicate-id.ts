import type { LocatedContract } from '../contracts-of.ts';
import type { Findings } from '../findings.ts';
import { quoted } from '../text/quoted.ts';
import { propertyOf } from '../tree.ts';

/** Ids are unique in the manifest. */
export function checkIds(contracts: readonly LocatedContract[], findings: Findings): void {
  const first = new Map<string, number>();
  for (const { value, path } of contracts) {
    const id = propertyOf(value, 'id')?.value;
    if (id?.kind !== 'string') continue;
    const before = first.get(id.text);
    if (before === undefined) {
      first.set(id.text, id.start);
      continue;
    }
    findings.add(
      'lint/duplicate-id',
      id,
      { parent: path, step: 'id' },
      { id: quoted(id.text), ...findings.at(before) },
    );
  }
}
