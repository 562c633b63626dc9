import { nestingStack, tokenStack } from './nesting-estimate.ts';

const MIB = 1024 * 1024;

/** Sources that need more stack for their nesting are refused. The native engine refuses the same sources. */
export const MAX_NESTING = 96 * MIB;
/** The deepest nesting for the main thread, whose stack is 8 MiB on most systems. */
export const MAIN_NESTING = 4 * MIB;
export const TOO_DEEP = 'nested too deep for the parser';

/** @param most machine stack for the nesting of the source, in bytes */
export function isNestedDeeper(source: Uint8Array, most: number): boolean {
  return tokenStack(source) > most && nestingStack(source) > most;
}
