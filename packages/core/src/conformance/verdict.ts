import type { ImportVerdict } from './import-verdict.ts';

/** `follow`: the called declarations decide; `may`: it is without the effect unless one of these methods has it. */
export type Verdict = ImportVerdict | 'follow' | { may: readonly string[] } | Received;

/** A call of a function that the code receives: who names or contains the function answers for its effects. */
export interface Received {
  received: string;
  /** Methods and functions of the project that it may run too. */
  may: readonly string[];
  /** It is a member of an unknown object, which can hold any function that connected files name. */
  isMember?: true;
}
