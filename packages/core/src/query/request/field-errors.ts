import { AnalyzerError, type FieldError } from '@analyzer/contracts';

/** Longer property names are not repeated in an answer. */
const MAX_NAME_LENGTH = 100;

/** One step of a JSON Pointer (RFC 6901). */
export function pointerStep(name: string): string {
  return name.length > MAX_NAME_LENGTH ? '' : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A name in a message. */
export function shown(name: string): string {
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
}

/** The error of an invalid request; its message is that of the first field error. */
export function invalidRequest(errors: readonly FieldError[], hint?: string): AnalyzerError {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new AnalyzerError(
    'invalid_request',
    { problem: `${first?.message ?? 'the request is not valid'}${more}` },
    hint === undefined ? { errors } : { errors, hint },
  );
}
