import type { Operation } from '@analyzer/core/query/operation.ts';

/** `all`: every operation; `core`: what a coding agent needs. */
export const TOOL_SETS = ['all', 'core'] as const;
export type ToolSet = (typeof TOOL_SETS)[number];

/**
 * Operations of the core set. Their answers have only text: clients such as Claude Code and VS Code hand the data to the
 * model instead of the text if an answer has both, and it needs many times the tokens.
 */
const CORE: ReadonlySet<string> = new Set([
  'explore',
  'impact',
  'similar',
  'search',
  'clones',
  'evidence',
  'cycles',
  'dependencies',
  'drift',
]);

/** Parameters for programs: a page of another state of the index, and limits of data that are not sent. */
const FOR_PROGRAMS: ReadonlySet<string> = new Set(['snapshot_id', 'max_chars']);

/** Whether the tools of a set list a parameter. */
export function isListed(parameter: string, set: ToolSet): boolean {
  return set === 'all' || !FOR_PROGRAMS.has(parameter);
}

export function operationsOf(operations: readonly Operation[], set: ToolSet): readonly Operation[] {
  return set === 'all' ? operations : operations.filter(({ name }) => CORE.has(name));
}
