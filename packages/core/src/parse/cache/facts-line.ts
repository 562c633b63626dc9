import type { ControlKind, DeclarationKind, ErrorRanges, ImportPhase, Lookup } from '../facts.ts';

/** The facts of a file as a cache keeps them: every text once, all else as numbers in columns. */
export interface FactsLine {
  tree_hash: string;
  errors?: ErrorRanges;
  /** Every different text; rows name it by its place. */
  words: string[];
  /** Rows one behind another. */
  declarations: string;
  /** Those that the declarations have, in their order, 64 hex each. */
  hashes: string;
  imports: string;
  exports?: string;
  /** Callee and enclosing declaration. */
  calls: string;
  call_lines: string;
  /** A letter each. */
  control_kinds: string;
  /** Depth, line and enclosing declaration. */
  control: string;
}

/** Their places are what is written: a new one goes to the end. */
export const DECLARATION_KINDS: readonly DeclarationKind[] = [
  'function',
  'method',
  'class',
  'interface',
  'enum',
  'type',
  'trait',
];

export const LOOKUPS: readonly Lookup[] = ['module', 'path', 'directory', 'autoload', 'dynamic'];

export const PHASES: readonly ImportPhase[] = ['load', 'conditional', 'deferred', 'type_checking', 'type_only'];

/** From `a` on. */
export const CONTROL_KINDS: readonly ControlKind[] = ['condition', 'loop', 'match', 'try', 'return', 'raise', 'call'];

/** Which of its optional members a declaration has. */
export const HAS = { function_body: 1, function_shape: 2, tree_hash: 4, returns: 8 } as const;

export const HASH_LENGTH = 64;
