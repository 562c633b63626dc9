import { AnalyzerError } from '@analyzer/contracts';
import { isTooDeep, TOO_DEEP } from '#query/request/nesting.ts';

/** Where a document is from. */
export interface Origin {
  /** As the user wrote it. */
  path: string;
  /** How to create such a file. */
  hint: string;
}

/**
 * Parses a document of one schema, without validating it.
 *
 * @throws AnalyzerError `invalid_file`, `unsupported_schema`
 */
export function readDocument(text: string, schema: string, { path, hint }: Origin): unknown {
  const value = parsedOfAnyDepth(text);
  if (isTooDeep(value)) throw new AnalyzerError('invalid_file', { path, problem: TOO_DEEP }, { hint });
  const its = propertyOf(value, 'schema');
  if (its === undefined) throw new AnalyzerError('invalid_file', { path, problem: `not ${schema}` }, { hint });
  if (its !== schema) throw new AnalyzerError('unsupported_schema', { name: String(its) }, { hint });
  return value;
}

/** Undefined if it is not JSON, or is nested too deep. */
export function parsed(text: string): unknown {
  const value = parsedOfAnyDepth(text);
  return isTooDeep(value) ? undefined : value;
}

function parsedOfAnyDepth(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
