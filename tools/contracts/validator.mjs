/** Generates a validator of a schema as a self-contained module. */
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';

/** Ajv's run-time import for the length of a string, which is replaced by our function. */
const LENGTH = 'require("ajv/dist/runtime/ucs2length").default';
const OUR_LENGTH = '(text) => { let scalars = 0; for (const _ of text) scalars++; return scalars; }';

/** Our own keywords. They do not affect validation. */
const VOCABULARY = ['x-grammar-omits'];

/**
 * @param {Record<string, unknown>} schema self-contained
 * @param {{ fillDefaults: boolean }} options whether the validator fills in defaults
 */
export function validatorOf(schema, { fillDefaults }) {
  const ajv = new Ajv2020.default({
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    useDefaults: fillDefaults,
    code: { source: true, esm: true },
    keywords: VOCABULARY,
  });
  const validator = standaloneCode.default(ajv, ajv.compile(schema)).replaceAll(LENGTH, OUR_LENGTH);
  if (/\brequire\(|^import /m.test(validator)) {
    throw new Error(`${schema.title}: the validator needs a module at run time; avoid the keyword that brings it in`);
  }
  return validator;
}

/**
 * @param {string} name of the schema's files
 * @param {string} type that a valid value has
 */
export function validatorTypes(name, type) {
  return `import type { ${type} } from './${name}.ts';

export interface Validate {
  (value: unknown): value is ${type};
  /** Errors of the last call that returned false: JSON Pointer, keyword with parameters, and message. */
  errors?: { instancePath: string; keyword: string; params: Record<string, unknown>; message?: string }[] | null;
}

export declare const validate: Validate;
`;
}
