import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import { validate } from '@analyzer/contracts/analyzer.config.v1/validate';
import { fieldErrorOf } from '@analyzer/core/index/discovery/schema-problem.ts';
import { completeOptions } from '@analyzer/core/scan/options.ts';
import { CONFIGURATION_FILE, CONFIGURATION_SCHEMA, LARGEST_CONFIGURATION } from '@analyzer/core/scan/own-exclusions.ts';
import { Glob } from '@analyzer/core/tree/globs/glob.ts';
import { readInputFile } from '@analyzer/core/tree/input-file.ts';
import type { Configuration, ConfigurationChoice } from './configuration.ts';

/**
 * Reads the configuration file that `--config` names, or that of the working folder.
 *
 * @param warn receives the reason why a file of the working folder has no effect
 * @returns undefined without a file, or with one of another program
 * @throws AnalyzerError `not_found` and `unreadable`; `invalid_file` with the location of the problem
 */
export function readConfiguration(
  { config }: ConfigurationChoice,
  warn: (line: string) => void,
): Configuration | undefined {
  if (config === false) return undefined;
  const path = config ?? CONFIGURATION_FILE;
  const bytes = readInputFile(path, { limit: LARGEST_CONFIGURATION + 1, follow: config !== undefined });
  if (bytes === undefined) {
    if (config === undefined) return undefined;
    throw new AnalyzerError('not_found', { what: 'configuration file', name: path });
  }
  if (bytes.length > LARGEST_CONFIGURATION)
    throw new AnalyzerError('unreadable', { path, reason: 'it is larger than 1 MiB' });
  const value = parse(path, bytes);
  if (config === undefined && !isOurs(value)) {
    warn(
      `${path} has no effect: its "schema" is not "${CONFIGURATION_SCHEMA}". It may belong to another program; --no-config ignores it.`,
    );
    return undefined;
  }
  if (!validate(value)) {
    const [first] = validate.errors ?? [];
    throw invalid(path, first === undefined ? NOT_KNOWN : fieldErrorOf(first));
  }
  for (const name of ['exclude', 'test_globs', 'generated_globs'] as const) {
    for (const [index, glob] of (value[name] ?? []).entries()) {
      at(path, `/${name}/${index}`, () => new Glob(glob, name));
    }
  }
  for (const [index, folder] of (value.source_roots ?? []).entries()) {
    at(path, `/source_roots/${index}`, () => completeOptions({ source_roots: [folder] }));
  }
  return { path, settings: value };
}

const NOT_KNOWN: FieldError = { pointer: '', code: 'bad_format', message: 'is not a configuration file' };

function parse(path: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    throw invalid(path, { pointer: '', code: 'bad_format', message: `invalid JSON: ${problem}` }, error);
  }
}

function isOurs(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'schema' in value && value.schema === CONFIGURATION_SCHEMA;
}

/** Adds the location in the file to an error of one setting. */
function at(path: string, pointer: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    throw invalid(path, { pointer, code: 'not_allowed', message: error.message }, error, error.hint);
  }
}

function invalid(path: string, error: FieldError, cause?: unknown, hint?: string): AnalyzerError {
  const { pointer, message } = error;
  const problem = pointer === '' ? message : `${pointer} ${message}`;
  return new AnalyzerError(
    'invalid_file',
    { path, problem },
    { hint: hint ?? `Its schema: ${CONFIGURATION_SCHEMA}.`, errors: [error], cause },
  );
}
