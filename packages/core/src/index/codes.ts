import type { DeclarationKind, ImportPhase } from '#parse/facts.ts';
import type { Entry, GroupKind, LinkState } from '#scan/model.ts';

export { FILE_STATUSES } from '#scan/model.ts';

/**
 * Integer codes of the index: a code is an index into its list. Items may be appended to a list; any other change needs
 * a new version of the schema.
 */
export const NODE_KINDS = [
  'project',
  'file',
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'trait',
] as const satisfies readonly ('project' | 'file' | DeclarationKind)[];

export const EDGE_KINDS = ['contains', 'imports', 'calls', 'member'] as const;

export const LINK_STATES = ['resolved', 'ambiguous', 'external', 'unresolved'] as const satisfies readonly LinkState[];

/** Earliest first: the phase of an edge is the minimum of its sites. */
export const IMPORT_PHASES = [
  'load',
  'conditional',
  'deferred',
  'type_checking',
  'type_only',
] as const satisfies readonly ImportPhase[];

/** The last phase that runs while a file loads. */
export const LAST_LOAD_PHASE = 1;

export const GROUP_KINDS = ['function-body', 'function-shape'] as const satisfies readonly GroupKind[];

export const ENTRY_KINDS = ['file', 'directory', 'symlink', 'special'] as const satisfies readonly Entry['kind'][];

export type NodeKind = (typeof NODE_KINDS)[number];
export type EdgeKind = (typeof EDGE_KINDS)[number];

/**
 * @param text an item of the list
 * @throws RangeError if it is not in the list, which is a bug
 */
export function codeOf(list: readonly string[], text: string): number {
  const code = list.indexOf(text);
  if (code < 0) throw new RangeError(`no code for ${text}`);
  return code;
}

/** @throws RangeError if the code is not in the list */
export function nameOf<T extends string>(list: readonly T[], code: number): T {
  const name = list[code];
  if (name === undefined) throw new RangeError(`${code} is not a code of ${list.join(', ')}`);
  return name;
}
