import type { BaseKind, DeclarationKind, ImportPhase, ReferenceKind } from '#parse/facts.ts';
import type { Entry, LinkState, FILE_STATUSES as STATUSES } from '#scan/model.ts';
import * as rows from './generated/rows.ts';

export { CHANGE_CLASSES, EVIDENCES } from '#missed/model.ts';
export { RELATION_KINDS } from '#relations/model.ts';
export { GROUP_KINDS } from '#scan/model.ts';

/** Integer codes of the index: a code is an index into its list. `languages/index-rows.json` has the lists of both engines. */
export const NODE_KINDS = rows.NODE_KINDS satisfies readonly ('project' | 'file' | DeclarationKind)[];
export const { EDGE_KINDS } = rows;
export const BASE_KINDS = rows.BASE_KINDS satisfies readonly BaseKind[];
export const REFERENCE_KINDS = rows.REFERENCE_KINDS satisfies readonly ReferenceKind[];
export const LINK_STATES = rows.LINK_STATES satisfies readonly LinkState[];
export const FILE_STATUSES = rows.FILE_STATUSES satisfies typeof STATUSES;

/** Earliest first: the phase of an edge is the minimum of its sites. */
export const IMPORT_PHASES = rows.IMPORT_PHASES satisfies readonly ImportPhase[];

/** The last phase that runs while a file loads. */
export const LAST_LOAD_PHASE = 1;

/** How an occurrence of a near group differs from the first one. */
export const MATCHES = ['identical', 'renamed', 'edited'] as const;

/**
 * What an index has of a contract manifest: `read` all contracts; none of an `invalid` or `unreadable` one, and none of
 * several in one folder, which are `ambiguous`.
 */
export const MANIFEST_STATES = ['read', 'invalid', 'unreadable', 'ambiguous'] as const;
export type ManifestState = (typeof MANIFEST_STATES)[number];

/**
 * What an index has of the history of a project: none where its folder is not in the last commit of a git repository, or
 * where git or an object of it could not be read.
 */
export const HISTORY_STATES = ['read', 'no-history', 'unreadable'] as const;
export type HistoryState = (typeof HISTORY_STATES)[number];

export const ENTRY_KINDS = rows.ENTRY_KINDS satisfies readonly Entry['kind'][];

/** The class at position n is the bit 2^n of a sum of classes. */
export const { FILE_CLASSES } = rows;

export type FileClass = (typeof FILE_CLASSES)[number];

/** The sum of some classes. */
export function classBits(classes: Iterable<FileClass>): number {
  let bits = 0;
  for (const name of classes) bits |= 1 << FILE_CLASSES.indexOf(name);
  return bits;
}

/** The classes in a sum. */
export function classesOf(bits: number): FileClass[] {
  return FILE_CLASSES.filter((name) => (bits & classBits([name])) !== 0);
}

type ClassFlags = Record<`is_${Exclude<FileClass, 'configuration'>}`, boolean> & { is_configuration?: true };

/** The property of each class, as in answers and exports; that of configuration only where it is true. */
export function classFlags(bits: number): ClassFlags {
  const has = (name: FileClass) => (bits & classBits([name])) !== 0;
  return {
    is_test: has('test'),
    is_vendored: has('vendored'),
    is_generated: has('generated'),
    is_example: has('example'),
    is_benchmark: has('benchmark'),
    ...(has('configuration') && { is_configuration: true }),
  };
}

/** SQL of an expression that is 1 for a class in a sum of classes, and else 0. */
export function hasClass(column: string, name: FileClass): string {
  return `((${column} >> ${FILE_CLASSES.indexOf(name)}) & 1)`;
}

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

/** The codes of functions and methods, for the SQL operator IN. */
export const FUNCTIONS: string = [codeOf(NODE_KINDS, 'function'), codeOf(NODE_KINDS, 'method')].join(', ');

/**
 * Groups of an index with totals are counted by steps of the columns that sort a list: a step of ids has this power of two
 * of them, of other columns each value is a step, and all values from the last step are one.
 */
export const ID_BITS = 13;
export const LAST_STEP = 4096;
