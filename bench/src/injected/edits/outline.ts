import type { SampledFunction } from '../../functions/sample.ts';

/** A range of a program, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** Where a function can be edited, by an independent reader. */
export interface Outline {
  /** Lists of statements that follow each other, the one of the function itself first. */
  blocks: Range[][];
  /** Plain strings, with their quotes, and numbers. */
  literals: Range[];
  /** Bodies of `if`, `else` and loops; absent for languages without braces. */
  bodies?: ControlBody[];
  /** The function as an expression without a name; absent if it cannot be one. */
  callback?: string;
}

/** With braces if it is a list of statements. */
export interface ControlBody extends Range {
  hasBraces: boolean;
  /** The only statement of a body with braces, which it can be without. */
  single?: Range;
}

/** Finds the function that starts at or after `from`; undefined if it has no list of statements. */
export type OutlineReader = (sample: SampledFunction) => Promise<Outline | undefined> | Outline | undefined;
