import type { FieldError, FieldErrorCode } from '@analyzer/contracts';
import { nearest } from '@analyzer/contracts/nearest';
import { pointerStep, shown } from './field-errors.ts';
import type { ObjectSchema, ValidationError, Validator } from './validator.ts';

/** Maximum number of errors per request. */
const MAX_ERRORS = 20;

const CODES: Readonly<Record<string, FieldErrorCode>> = {
  type: 'wrong_type',
  required: 'missing',
  additionalProperties: 'unknown_name',
  enum: 'not_allowed',
  const: 'not_allowed',
  uniqueItems: 'not_allowed',
  minimum: 'out_of_range',
  maximum: 'out_of_range',
  minItems: 'out_of_range',
  maxItems: 'out_of_range',
  minLength: 'out_of_range',
  maxLength: 'out_of_range',
  pattern: 'bad_format',
};

interface Contract<P> {
  schema: ObjectSchema;
  validate: Validator<P>;
  /** Names of parameters of which a request has exactly one. */
  exactlyOne?: readonly string[] | undefined;
}

export type CheckedParams<P> = { params: P } | { errors: FieldError[] };

/**
 * Validates parameters. At most one error per parameter: the validator stops at the first error, so it is called again
 * without that parameter.
 *
 * @param pointer to the parameters in the request
 * @returns a copy with defaults, or the errors
 */
export function checkParams<P>(
  given: object,
  { schema, validate, exactlyOne = [] }: Contract<P>,
  pointer: string,
): CheckedParams<P> {
  const errors = [
    ...unknownNames(given, schema, pointer),
    ...missingNames(given, schema, pointer),
    ...alternatives(given, exactlyOne, pointer),
  ];
  const rest: Record<string, unknown> = { ...given };
  for (const name of Object.keys(rest)) if (!Object.hasOwn(schema.properties, name)) delete rest[name];
  while (errors.length < MAX_ERRORS) {
    if (validate(rest)) return errors.length === 0 ? { params: rest } : { errors };
    const [error] = validate.errors ?? [];
    const name = error?.instancePath.split('/')[1];
    // A missing parameter was reported above, or it was invalid and removed.
    if (error === undefined || name === undefined) break;
    errors.push(fieldError(error, rest, pointer));
    delete rest[name];
  }
  return { errors };
}

function unknownNames(given: object, { properties }: ObjectSchema, pointer: string): FieldError[] {
  const known = Object.keys(properties);
  return Object.keys(given)
    .filter((name) => !Object.hasOwn(properties, name))
    .slice(0, MAX_ERRORS)
    .map((name) => {
      const meant = nearest(name, known);
      const question = meant === undefined ? '' : `; did you mean ${meant}?`;
      return {
        pointer: pointer + pointerStep(name),
        code: 'unknown_name',
        message: `unknown parameter ${shown(name)}${question}`,
      };
    });
}

function missingNames(given: object, { required = [] }: ObjectSchema, pointer: string): FieldError[] {
  return required
    .filter((name) => !Object.hasOwn(given, name))
    .map((name) => ({ pointer: pointer + pointerStep(name), code: 'missing', message: `${name} is missing` }));
}

/** An error unless exactly one of the names is given. */
function alternatives(given: object, names: readonly string[], pointer: string): FieldError[] {
  const [first, second] = names.filter((name) => Object.hasOwn(given, name));
  const list = names.join(' and ');
  if (names.length === 0 || (first !== undefined && second === undefined)) return [];
  if (second === undefined) return [{ pointer, code: 'missing', message: `one of ${list} is missing` }];
  const message = `only one of ${list} is allowed`;
  return [{ pointer: pointer + pointerStep(second), code: 'not_allowed', message }];
}

function fieldError(error: ValidationError, params: Record<string, unknown>, pointer: string): FieldError {
  const { instancePath, keyword, message = 'is not valid' } = error;
  const name = instancePath.slice(1).replaceAll('/', '.');
  // Of the parameters themselves, unknown names are already reported.
  const { additionalProperty: unknown } = error.params;
  if (typeof unknown === 'string') {
    const step = pointer + instancePath + pointerStep(unknown);
    return { pointer: step, code: 'unknown_name', message: `${name} has no property ${shown(unknown)}` };
  }
  return {
    pointer: pointer + instancePath,
    code: CODES[keyword] ?? 'bad_format',
    message: keyword === 'enum' ? notAllowed(name, error, valueAt(params, instancePath)) : `${name} ${message}`,
  };
}

function notAllowed(name: string, { params }: ValidationError, value: unknown): string {
  const allowed = Array.isArray(params.allowedValues) ? params.allowedValues.map(String) : [];
  const meant = typeof value === 'string' ? nearest(value, allowed) : undefined;
  return `${name} must be one of ${allowed.join(', ')}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

/** Parameters are plain values and arrays of them. */
function valueAt(params: Record<string, unknown>, instancePath: string): unknown {
  const [, name = '', index] = instancePath.split('/');
  const value = params[name];
  return index !== undefined && Array.isArray(value) ? value[Number(index)] : value;
}
