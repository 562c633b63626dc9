import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { FileFacts } from '#parse/facts.ts';
import type { Findings } from './findings.ts';
import type { ResultFiles } from './result-files.ts';

type Export = TaskResultV1['exports'][number];

/** A declaration that a file exports. */
export interface Declared {
  facts: FileFacts;
  index: number;
  language: string;
}

/**
 * Checks that a file declares an exported function, and exports it. Nothing of the file is run.
 *
 * @returns undefined if it does not, or is not known to
 */
export async function checkDeclared(
  { symbol, path }: Export,
  files: ResultFiles,
  findings: Findings,
): Promise<Declared | undefined> {
  const fail = (message: string): undefined => {
    findings.fail('undeclared_export', path, message, REMEDY);
  };
  const parsed = await files.parse(path);
  if ('file' in parsed) return fail(`the export ${symbol} cannot be found: the file cannot be read as source`);
  if ('problem' in parsed) {
    if (parsed.isFault) return fail(`the export ${symbol} cannot be found: ${parsed.problem}`);
    findings.skip(`${path}: ${parsed.problem}`);
    return undefined;
  }
  const index = indexOf(symbol, parsed.facts);
  return typeof index === 'string' ? fail(index) : { ...parsed, index };
}

/** The exported declaration; undefined without one. */
export async function findDeclared({ symbol, path }: Export, files: ResultFiles): Promise<Declared | undefined> {
  const parsed = await files.parse(path);
  if (!('facts' in parsed)) return undefined;
  const index = indexOf(symbol, parsed.facts);
  return typeof index === 'string' ? undefined : { ...parsed, index };
}

const REMEDY = 'Name the symbol and the file that declares and exports it, or write the function.';

/** @returns the index of the declaration, or why there is none */
function indexOf(symbol: string, { declarations, exports = [], imports }: FileFacts): number | string {
  const isNamed = (name: string) => (one: FileFacts['declarations'][number]) =>
    one.qualified_name === name || (one.within === -1 && one.name === name);
  // A protected method of a trait or a base class: its users inherit it.
  const isInherited = ({ kind, within }: FileFacts['declarations'][number]): boolean =>
    kind === 'method' && declarations[within]?.exported === true;
  // Of overloads, and of functions that are written again, the last one counts.
  const direct = declarations.findLastIndex((one) => isNamed(symbol)(one) && (one.exported || isInherited(one)));
  if (direct >= 0) return direct;
  for (const { name, local } of exports) {
    const index = name === symbol ? declarations.findIndex(isNamed(local)) : -1;
    if (index >= 0) return index;
  }
  if (declarations.some(isNamed(symbol))) return `it declares ${symbol}, but does not export it`;
  const source = imports.find(({ names }) => names.some(({ name, alias }) => (alias ?? name) === symbol));
  if (source !== undefined) return `it does not declare ${symbol}: it takes it from ${source.specifier}`;
  return `it does not declare ${symbol}`;
}
