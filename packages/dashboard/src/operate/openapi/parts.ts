/** Parts of JSON Schemas (2020-12, which OpenAPI 3.1 uses). */

export type Schema = Readonly<Record<string, unknown>>;

export const string: Schema = { type: 'string' };
export const integer: Schema = { type: 'integer' };
export const number: Schema = { type: 'number' };
export const flag: Schema = { type: 'boolean' };
export const strings: Schema = { type: 'array', items: string };
export const nothing: Schema = { type: 'null' };

/** Adds a description to a schema. */
export function about(schema: Schema, description: string): Schema {
  return { ...schema, description };
}

export function maybe(type: string): Schema {
  return { type: [type, 'null'] };
}

export function ref(name: string): Schema {
  return { $ref: `#/components/schemas/${name}` };
}

export function orNull(schema: Schema): Schema {
  return { oneOf: [schema, nothing] };
}

export function array(items: Schema): Schema {
  return { type: 'array', items };
}

/** @param optional names of optional properties */
export function object(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

export function list(name: string, more: Readonly<Record<string, Schema>> = {}): Schema {
  return object({ items: array(ref(name)), total: integer, ...more });
}

/** Times of the page and of captures. */
export const ms: Schema = { type: 'integer', description: 'Unix time in milliseconds.' };
export const maybeMs: Schema = { type: ['integer', 'null'], description: 'Unix time in milliseconds.' };
