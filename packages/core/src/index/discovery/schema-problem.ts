import type { FieldError, FieldErrorCode } from '@analyzer/contracts';

/** What a validator made from a schema says of the first thing that is wrong. */
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

/** Where something is wrong in a document, and what. */
export function fieldErrorOf({ instancePath, keyword, params, message }: SchemaError): FieldError {
  const code = CODES[keyword] ?? 'out_of_range';
  const { additionalProperty, missingProperty, allowedValue, allowedValues } = params;
  if (typeof additionalProperty === 'string') {
    return { pointer: `${instancePath}/${escaped(additionalProperty)}`, code, message: 'is not known' };
  }
  if (typeof missingProperty === 'string') return { pointer: instancePath, code, message: `lacks ${missingProperty}` };
  const allowed = Array.isArray(allowedValues) ? allowedValues : allowedValue === undefined ? [] : [allowedValue];
  if (allowed.length > 0) return { pointer: instancePath, code, message: `must be ${allowed.join(' or ')}` };
  return { pointer: instancePath, code, message: message ?? `fails ${keyword}` };
}

/** A name as part of a JSON Pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
