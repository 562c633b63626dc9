import exceptions from './exceptions.json' with { type: 'json' };
import type { Kind } from './formatters.ts';

/** Functions whose fingerprints a formatter changes, with the reason. */
export interface Exception {
  kind: string;
  /** `file:line name` of functions in the sample. */
  functions: string[];
  /** `file:line name` of recorded pairs. */
  recorded?: string[] | undefined;
  reason: string;
}

const EXCEPTIONS: readonly Exception[] = exceptions;

export function exceptionsOf(kind: Kind): Set<string> {
  return new Set(EXCEPTIONS.filter((known) => known.kind === kind).flatMap((known) => known.functions));
}

/** @returns why the fingerprints of a recorded function change; undefined if they must not */
export function reasonOf(kind: Kind, name: string): string | undefined {
  return EXCEPTIONS.find((known) => known.kind === kind && known.recorded?.includes(name) === true)?.reason;
}
