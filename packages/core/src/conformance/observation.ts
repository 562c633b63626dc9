import type { CodeFile } from './project.ts';

/** A declaration with its nested declarations, or with index -1 the complete file. */
export interface Body {
  file: CodeFile;
  index: number;
}

export interface Evidence {
  path: string;
  line: number;
  /** The callee or module. */
  text: string;
  /** The call chain from the scope to it, as qualified names. */
  through: string[];
}

export interface Observation {
  seen: Evidence[];
  /** Reasons why there may be more. */
  doubts: Evidence[];
  /** Calls of functions that the code receives, whose effects belong to the code that names or contains the functions. */
  received?: Evidence[];
}
