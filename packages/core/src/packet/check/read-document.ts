import { AnalyzerError } from '@analyzer/contracts';

interface Origin {
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
  const value = parsed(text);
  const its = propertyOf(value, 'schema');
  if (its === undefined) throw new AnalyzerError('invalid_file', { path, problem: `not ${schema}` }, { hint });
  if (its !== schema) throw new AnalyzerError('unsupported_schema', { name: String(its) }, { hint });
  return value;
}

/** Undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
