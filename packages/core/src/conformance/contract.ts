import { contractsOf } from '#manifest/contracts-of.ts';
import { pointerTo } from '#manifest/pointer.ts';
import { memberOf, type ObjectValue, type Value } from '#manifest/tree.ts';

/** A contract as its manifest has it; members of a wrong type are left out. */
export interface Contract {
  pointer: string;
  /** The file key whose list it is in. */
  file?: string;
  id?: string;
  scope: string;
  intent: string;
  priority?: number;
  /** Absent when the contract says nothing of effects. */
  effect?: string[];
  forbid: string[];
  require: string[];
}

/** Every contract of a manifest that has a scope, in order. */
export function readContracts(root: Value): Contract[] {
  return contractsOf(root).flatMap(({ value, path, file }) => {
    const scope = textOf(value, 'scope');
    if (scope === undefined) return [];
    const id = textOf(value, 'id');
    const priority = memberOf(value, 'priority')?.value;
    const effect = memberOf(value, 'effect')?.value;
    return [
      {
        pointer: pointerTo(path),
        ...(file === undefined ? {} : { file }),
        ...(id === undefined ? {} : { id }),
        scope,
        intent: textOf(value, 'intent') ?? '',
        ...(priority?.kind === 'number' ? { priority: priority.number } : {}),
        ...(effect?.kind === 'array' ? { effect: textsOf(value, 'effect') } : {}),
        forbid: textsOf(value, 'forbid'),
        require: textsOf(value, 'require'),
      },
    ];
  });
}

/** File keys of a manifest, in order. */
export function readFileKeys(root: Value): string[] {
  const files = root.kind === 'object' ? memberOf(root, 'files')?.value : undefined;
  return files?.kind === 'object' ? [...new Set(files.members.map(({ name }) => name))] : [];
}

/** What a contract is the same by in two manifests: its id, else where it stands with its scope. */
export function identityOf({ id, file, scope }: Contract): string {
  return id ?? `${file ?? 'project'} ${scope}`;
}

function textOf(contract: ObjectValue, name: string): string | undefined {
  const value = memberOf(contract, name)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}

function textsOf(contract: ObjectValue, name: string): string[] {
  const value = memberOf(contract, name)?.value;
  return value?.kind === 'array' ? value.items.flatMap((it) => (it.kind === 'string' ? [it.text] : [])) : [];
}
