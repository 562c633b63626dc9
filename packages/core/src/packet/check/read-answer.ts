import { fieldErrorOf, type SchemaError } from '@analyzer/contracts/schema-problem';
import { parsed, propertyOf } from './read-document.ts';

/** A generated validator. */
interface Validator<T> {
  (value: unknown): value is T;
  errors?: readonly SchemaError[] | null;
}

type Report = (
  code: 'malformed_json' | 'unsupported_schema' | 'schema_violation',
  pointer: string,
  message: string,
) => void;

/** Parses and validates an answer. Undefined if it has problems, which are reported. */
export function readAnswer<T>(text: string, schema: string, isValid: Validator<T>, report: Report): T | undefined {
  const value = parsed(text);
  if (value === undefined) report('malformed_json', '', 'the answer is not one JSON document, or is nested too deep');
  else if (propertyOf(value, 'schema') !== schema) report('unsupported_schema', '/schema', `schema must be ${schema}`);
  else if (isValid(value)) return value;
  else {
    for (const error of isValid.errors ?? []) {
      // The condition of a rule says nothing more than the rule.
      if (error.keyword === 'if') continue;
      const { pointer, message } = fieldErrorOf(error);
      report('schema_violation', pointer, message);
    }
  }
  return undefined;
}
