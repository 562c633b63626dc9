import type { TaskResultV1 } from '@analyzer/contracts/analyzer.task-result.v1';
import type { Declared } from './check-declared.ts';
import type { Findings } from './findings.ts';
import type { DesignedExport } from './model.ts';
import type { SourceParser } from './source-parser.ts';

const REMEDY = 'Write the function as the design says; only another design changes its interface.';
const FUNCTIONS = new Set(['function', 'method']);

/** Compares the kind and the parameters of an exported declaration with those of the design. */
export async function checkInterface(
  { symbol, path }: TaskResultV1['exports'][number],
  { facts, index, language }: Declared,
  { signature }: Pick<DesignedExport, 'signature'>,
  kinds: ReadonlySet<string>,
  parse: SourceParser['parseText'],
  findings: Findings,
): Promise<void> {
  const declaration = facts.declarations[index];
  if (declaration === undefined) return;
  const isFunction = FUNCTIONS.has(declaration.kind);
  if (kinds.size > 0 && [...kinds].every((kind) => FUNCTIONS.has(kind) !== isFunction)) {
    findings.fail('other_kind', path, `${symbol} is a ${declaration.kind}, its copies are not`, REMEDY);
    return;
  }
  const wanted = signature === null ? undefined : await parametersOf(signature, language, parse);
  if (wanted === undefined || !isFunction) return;
  const actual = namesOf(declaration.bound);
  if (wanted.join() === actual.join()) return;
  const listed = (names: readonly string[]): string => `(${names.join(', ')})`;
  const message = `${symbol} has the parameters ${listed(actual)}, the design ${listed(wanted)}`;
  findings.fail('other_parameters', path, message, REMEDY);
}

/** How a signature can be written, as the source of a function; `@` is the signature. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  javascript: ['@ {}', 'function @ {}', 'function f@ {}', 'const f = @ {}', 'const f = @ => {}', 'declare @'],
  python: ['@:\n  pass', 'def @:\n  pass', 'def f@:\n  pass', '@\n  pass'],
  php: ['<?php @ {}', '<?php function @ {}', '<?php function f@ {}'],
};

/**
 * The names of the parameters of a signature.
 *
 * @returns undefined if it is not code of the language: then the design decided no parameters
 */
async function parametersOf(
  signature: string,
  language: string,
  parse: SourceParser['parseText'],
): Promise<string[] | undefined> {
  const family = language === 'typescript' ? 'javascript' : language;
  const written = signature
    .trim()
    .replace(/[;{]+$/, '')
    .trim();
  for (const form of FORMS[family] ?? []) {
    const parsed = await parse(
      form.replace('@', () => written),
      family === 'javascript' ? 'typescript' : language,
    );
    const [first, ...others] = parsed?.declarations ?? [];
    if (first !== undefined && others.length === 0 && FUNCTIONS.has(first.kind)) return namesOf(first.bound);
  }
  return undefined;
}

function namesOf(bound: readonly string[]): string[] {
  return bound.filter((name, index) => index > 0 || (name !== 'self' && name !== 'cls'));
}
