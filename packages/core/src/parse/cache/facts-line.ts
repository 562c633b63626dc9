import type {
  BaseKind,
  ControlKind,
  DeclarationKind,
  EmbeddedFacts,
  ErrorRanges,
  ImportPhase,
  Lookup,
  ReferenceKind,
} from '../facts.ts';

/** The facts of a file in a cache: strings without duplicates, all other values as numbers in columns. */
export interface FactsLine {
  tree_hash: string;
  errors?: ErrorRanges;
  /** Distinct strings; rows refer to them by index. */
  words: string[];
  /** Rows, concatenated. */
  declarations: string;
  /** The hashes of the declarations, in their order, 64 hex digits each. */
  hashes: string;
  imports: string;
  exports?: string;
  /** Call, class and scope of the objects, and 1 for a declared type. */
  objects?: string;
  /** Call and scope. */
  scoped_calls?: string;
  /** Name, kind, line, enclosing declaration and scope. */
  references?: string;
  /** The file has more references. */
  references_truncated?: true;
  /** Line, kind and reason. */
  ignore_comments?: string;
  /** Few files have them: as they are. */
  embedded?: EmbeddedFacts[];
  /** Callee and enclosing declaration. */
  calls: string;
  call_lines: string;
  /** One letter each. */
  control_kinds: string;
  /** Depth, line and enclosing declaration. */
  control: string;
}

/** The index is stored: append new kinds at the end. */
export const DECLARATION_KINDS: readonly DeclarationKind[] = [
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'trait',
];

export const BASE_KINDS: readonly BaseKind[] = ['extends', 'implements', 'uses'];

export const REFERENCE_KINDS: readonly ReferenceKind[] = ['value', 'decorator', 'jsx', 'reexport', 'type'];

export const LOOKUPS: readonly Lookup[] = [
  'module',
  'path',
  'directory',
  'autoload',
  'dynamic',
  'class',
  'function',
  'constant',
  'script',
  'loaded',
  'suffix',
  'glob',
];

export const PHASES: readonly ImportPhase[] = [
  'load',
  'conditional',
  'deferred',
  'type_checking',
  'type_only',
  'asset',
  'worker',
];

/** Letters from `a`. */
export const CONTROL_KINDS: readonly ControlKind[] = ['condition', 'loop', 'match', 'try', 'return', 'raise', 'call'];

/** Bits of the optional fields that a declaration has. */
export const HAS = {
  function_body: 1,
  function_shape: 2,
  tree_hash: 4,
  returns: 8,
  bases: 16,
  scope: 32,
  reassigned: 64,
} as const;

export const HASH_LENGTH = 64;
