import { codeOf, GROUP_KINDS } from '#index/codes.ts';
import { type PartFunction, partFunctions } from '#index/part/part-functions.ts';
import { PART_VERSIONS } from '#index/part/part-versions.ts';
import { CHUNK, cell } from '#index/postgres/copy-text.ts';
import type { FunctionGroupKind, GroupKind } from '#scan/model.ts';

/** The kinds of groups that the server of a queue has, which are the first of `GROUP_KINDS`. */
export const KINDS = ['function-body', 'function-shape'] as const satisfies readonly FunctionGroupKind[];

/** The functions of a project that can be in groups, in one of its states. */
export interface ProjectFunctions {
  /** Of the program that found them. */
  versions: string;
  /** Of all groups that the options of the project choose. */
  kinds: readonly GroupKind[];
  functions: Iterable<PartFunction> | AsyncIterable<PartFunction>;
}

/** @param path of a part, absolute; it must exist until the functions are read */
export function functionsOf(path: string, kinds: readonly GroupKind[]): ProjectFunctions {
  return { versions: PART_VERSIONS, kinds, functions: partFunctions(path) };
}

/** Columns of a function without its project. */
export const COLUMNS = 'kind, fingerprint, path, start_byte, end_byte, start_line, end_line, nodes, name';

/** Rows of these columns in the text format of COPY. */
export async function* copyLines(functions: ProjectFunctions['functions']): AsyncGenerator<string> {
  let chunk = '';
  for await (const { kind, fingerprint, path, startByte, endByte, startLine, endLine, nodes, name } of functions) {
    const others = [path, startByte, endByte, startLine, endLine, nodes, name].map(cell).join('\t');
    chunk += `${codeOf(GROUP_KINDS, kind)}\t\\\\x${fingerprint}\t${others}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
