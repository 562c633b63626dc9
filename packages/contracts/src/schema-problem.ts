import type { FieldError, FieldErrorCode } from './errors.ts';

/** The first error of a validator generated from a schema. */
export interface SchemaError {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

const CODES: Readonly<Record<string, FieldErrorCode>> = {
  additionalProperties: 'unknown_name',
  required: 'missing',
  type: 'wrong_type',
  const: 'not_allowed',
  enum: 'not_allowed',
  pattern: 'bad_format',
};

/** Location and message of an error. */
export function fieldErrorOf({ instancePath, keyword, params, message }: SchemaError): FieldError {
  const code = CODES[keyword] ?? 'out_of_range';
  const { additionalProperty, missingProperty, allowedValue, allowedValues } = params;
  if (typeof additionalProperty === 'string') {
    return { pointer: `${instancePath}/${escaped(additionalProperty)}`, code, message: 'is not a known property' };
  }
  if (typeof missingProperty === 'string') return { pointer: instancePath, code, message: `lacks ${missingProperty}` };
  const allowed = Array.isArray(allowedValues) ? allowedValues : allowedValue === undefined ? [] : [allowedValue];
  if (allowed.length > 0) return { pointer: instancePath, code, message: `must be ${allowed.join(' or ')}` };
  return { pointer: instancePath, code, message: message ?? `fails ${keyword}` };
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
