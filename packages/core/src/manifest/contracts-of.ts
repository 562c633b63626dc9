import type { Path } from './pointer.ts';
import { memberOf, type ObjectValue, type Value } from './tree.ts';

/** A contract where it stands. */
export interface PlacedContract {
  value: ObjectValue;
  path: Path;
  /** The file key whose list it is in; absent in the project's list. */
  file?: string;
}

/** Every contract of a manifest, in order; what is no contract by its type is left out. */
export function contractsOf(root: Value): PlacedContract[] {
  if (root.kind !== 'object') return [];
  const contracts = inList(memberOf(root, 'contracts')?.value, { parent: undefined, step: 'contracts' });
  const files = memberOf(root, 'files')?.value;
  if (files?.kind !== 'object') return contracts;
  for (const { name, value } of files.members) {
    const path = { parent: { parent: undefined, step: 'files' }, step: name };
    for (const contract of inList(value, path)) contracts.push({ ...contract, file: name });
  }
  return contracts;
}

function inList(list: Value | undefined, parent: Path): PlacedContract[] {
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((value, step) => (value.kind === 'object' ? [{ value, path: { parent, step } }] : []));
}
