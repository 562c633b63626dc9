import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { FileFacts } from '#parse/facts.ts';
import type { Findings } from './findings.ts';
import type { ResultFiles } from './result-files.ts';

/** Checks that a file declares an exported function, and exports it. Nothing of the file is run. */
export async function checkDeclared(
  { symbol, path }: TaskResultV1['exports'][number],
  files: ResultFiles,
  findings: Findings,
): Promise<void> {
  const fail = (message: string): void => findings.fail('undeclared_export', path, message, REMEDY);
  const parsed = await files.parse(path);
  if ('file' in parsed) fail(`the export ${symbol} cannot be found: the file cannot be read as source`);
  else if ('problem' in parsed) {
    if (parsed.isFault) fail(`the export ${symbol} cannot be found: ${parsed.problem}`);
    else findings.skip(`${path}: ${parsed.problem}`);
  } else {
    const problem = problemOf(symbol, parsed.facts);
    if (problem !== undefined) fail(problem);
  }
}

const REMEDY = 'Name the symbol and the file that declares and exports it, or write the function.';

function problemOf(symbol: string, { declarations, exports = [], imports }: FileFacts): string | undefined {
  const isNamed = (name: string) => (one: FileFacts['declarations'][number]) =>
    one.qualified_name === name || (one.within === -1 && one.name === name);
  const its = declarations.filter(isNamed(symbol));
  if (its.some(({ exported }) => exported)) return undefined;
  const renamed = exports.filter(({ name }) => name === symbol);
  if (renamed.some(({ local }) => declarations.some(isNamed(local)))) return undefined;
  if (its.length > 0) return `it declares ${symbol}, but does not export it`;
  const source = imports.find(({ names }) => names.some(({ name, alias }) => (alias ?? name) === symbol));
  if (source !== undefined) return `it does not declare ${symbol}: it takes it from ${source.specifier}`;
  return `it does not declare ${symbol}`;
}
