import type { Path } from './pointer.ts';
import { type ObjectValue, propertyOf, type Value } from './tree.ts';

/** A contract with its path in the manifest. */
export interface LocatedContract {
  value: ObjectValue;
  path: Path;
  /** The key of `files` that lists it; absent for a contract of the project. */
  file?: string;
}

/** All contracts of a manifest in order; items that are not objects are skipped. */
export function contractsOf(root: Value): LocatedContract[] {
  if (root.kind !== 'object') return [];
  const contracts = inList(propertyOf(root, 'contracts')?.value, { parent: undefined, step: 'contracts' });
  const files = propertyOf(root, 'files')?.value;
  if (files?.kind !== 'object') return contracts;
  for (const { name, value } of files.properties) {
    const path = { parent: { parent: undefined, step: 'files' }, step: name };
    for (const contract of inList(value, path)) contracts.push({ ...contract, file: name });
  }
  return contracts;
}

function inList(list: Value | undefined, parent: Path): LocatedContract[] {
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((value, step) => (value.kind === 'object' ? [{ value, path: { parent, step } }] : []));
}
