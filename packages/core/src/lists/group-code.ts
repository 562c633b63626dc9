import type { CodeRange, FileCode } from './file-code.ts';
import type { GroupCode } from './list-classes.ts';

/** An occurrence of a group. */
export interface Occurrence extends CodeRange {
  path: string;
}

/**
 * What the occurrences of a group have in them.
 *
 * @param codeOf of a file, by path
 * @param areIdentical whether a group inside this one has identical types
 */
export function groupCode(
  ranges: readonly Occurrence[],
  codeOf: (path: string) => FileCode | undefined,
  areIdentical: boolean,
): GroupCode | undefined {
  const [first] = ranges;
  const code = first && codeOf(first.path);
  if (first === undefined || code === undefined) return undefined;
  if (ranges.every((range) => codeOf(range.path)?.isOfTypes(range))) {
    return { isOfTypes: true, areIdentical, isAlias: code.isAlias(first) };
  }
  return {
    isOfTypes: false,
    hasControl: code.hasControl(first),
    hasCalls: code.hasCalls(first),
    method: code.methodName(first),
  };
}

/** Nodes of the small methods that a protocol of the language calls, in the occurrence that has least of them. */
export function protocolNodes(ranges: readonly Occurrence[], codeOf: (path: string) => FileCode | undefined): number {
  if (ranges.length === 0) return 0;
  return Math.min(...ranges.map((range) => codeOf(range.path)?.protocolNodes(range) ?? 0));
}
