import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import type { ExtractionConfigV1 } from '@analyzer/contracts/analyzer.extraction-config.v1';
import { validate } from '@analyzer/contracts/analyzer.extraction-config.v1/validate';
import { fieldErrorOf } from '@analyzer/contracts/schema-problem';
import { CONFIG_POINTER } from '@analyzer/core/extract/plan/config-problem.ts';
import { readText } from '../input/read-text.ts';

const LARGEST_CONFIG = 8 * 1024 * 1024;
const SCHEMA_HINT = 'Its schema: analyzer.extraction-config.v1. `analyzer tickets config` writes such a file.';

/** @throws AnalyzerError `not_found`, `unreadable`, `invalid_file` with the location of the problem */
export function readConfig(path: string): ExtractionConfigV1 {
  const value = parse(path, readText(path, LARGEST_CONFIG));
  if (validate(value)) return value;
  throw invalidFile(path, (validate.errors ?? []).slice(0, 1).map(fieldErrorOf));
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const problem = `invalid JSON: ${error instanceof Error ? error.message : String(error)}`;
    throw new AnalyzerError('invalid_file', { path, problem }, { hint: SCHEMA_HINT, cause: error });
  }
}

/** An error of a request as the error of the configuration file that it contains. Other errors are returned unchanged. */
export function asFileError(error: unknown, path: string): unknown {
  if (!(error instanceof AnalyzerError) || error.code !== 'invalid_request') return error;
  return invalidFile(path, (error.errors ?? []).map(inFile), error);
}

function invalidFile(path: string, errors: readonly FieldError[], cause?: AnalyzerError): AnalyzerError {
  const [first, ...others] = errors;
  const problem = `${first?.pointer ?? ''}: ${first?.message ?? 'is not valid'}`.replace(/^: /, '');
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return new AnalyzerError(
    'invalid_file',
    { path, problem: problem + more },
    { hint: cause?.hint ?? SCHEMA_HINT, errors, cause },
  );
}

function inFile({ pointer, ...error }: FieldError): FieldError {
  return { ...error, pointer: pointer.startsWith(CONFIG_POINTER) ? pointer.slice(CONFIG_POINTER.length) : pointer };
}
