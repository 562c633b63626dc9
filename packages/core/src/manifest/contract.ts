import { contractsOf } from './contracts-of.ts';
import { pointerTo } from './pointer.ts';
import { type ObjectValue, propertyOf, type Value } from './tree.ts';

/** A contract of a manifest; properties of a wrong type are omitted. */
export interface Contract {
  pointer: string;
  /** The file key that lists it. */
  file?: string;
  id?: string;
  scope: string;
  intent: string;
  priority?: number;
  /** Absent when the contract has no `effect`. */
  effect?: string[];
  forbid: string[];
  require: string[];
  input: string[];
  output: string[];
  validate: string[];
}

/** All contracts that have a scope, in order. */
export function readContracts(root: Value): Contract[] {
  return contractsOf(root).flatMap(({ value, path, file }) => {
    const scope = textOf(value, 'scope');
    if (scope === undefined) return [];
    const id = textOf(value, 'id');
    const priority = propertyOf(value, 'priority')?.value;
    const effect = propertyOf(value, 'effect')?.value;
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
        input: textsOf(value, 'input'),
        output: textsOf(value, 'output'),
        validate: textsOf(value, 'validate'),
      },
    ];
  });
}

/** What a manifest says about effects that a contract with `effect` does not list. */
export function effectsOfManifest(root: Value): 'open' | 'closed' {
  return root.kind === 'object' && textOf(root, 'effects') === 'closed' ? 'closed' : 'open';
}

/** File keys of a manifest, in order. */
export function readFileKeys(root: Value): string[] {
  const files = root.kind === 'object' ? propertyOf(root, 'files')?.value : undefined;
  return files?.kind === 'object' ? [...new Set(files.properties.map(({ name }) => name))] : [];
}

/** Identifies a contract across manifests: its id, else its file and scope. */
export function identityOf({ id, file, scope }: Pick<Contract, 'id' | 'file' | 'scope'>): string {
  return id ?? `${file ?? 'project'} ${scope}`;
}

function textOf(contract: ObjectValue, name: string): string | undefined {
  const value = propertyOf(contract, name)?.value;
  return value?.kind === 'string' ? value.text : undefined;
}

function textsOf(contract: ObjectValue, name: string): string[] {
  const value = propertyOf(contract, name)?.value;
  return value?.kind === 'array' ? value.items.flatMap((it) => (it.kind === 'string' ? [it.text] : [])) : [];
}
