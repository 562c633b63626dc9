import fc, { type Arbitrary } from 'fast-check';
import type { GrammarSchema } from '../schema-grammar.ts';

/** Random values of a schema's subset, with their properties in the order of the schema. Keywords of conditions are ignored. */
export function instancesOf(root: GrammarSchema): Arbitrary<unknown> {
  const valuesOf = (schema: GrammarSchema): Arbitrary<unknown> => {
    if (schema.$ref !== undefined) return valuesOf(Object(root.$defs)[String(schema.$ref).slice('#/$defs/'.length)]);
    if ('const' in schema) return fc.constant(schema.const);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map(valuesOf));
    const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
    return fc.oneof(...types.map((type) => typed(String(type), schema)));
  };
  const typed = (type: string, schema: GrammarSchema): Arbitrary<unknown> => {
    switch (type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: bound(schema.minimum, -1e14), max: bound(schema.maximum, 1e14) });
      case 'string':
        return stringsOf(schema);
      case 'array':
        return fc.array(valuesOf(Object(schema.items)), {
          minLength: bound(schema.minItems, 0),
          maxLength: Math.min(bound(schema.maxItems, 5), Math.max(5, bound(schema.minItems, 0))),
        });
      default:
        return fc
          .tuple(...Object.values(Object(schema.properties)).map((one) => valuesOf(Object(one))))
          .map((values) =>
            Object.fromEntries(Object.keys(Object(schema.properties)).map((key, index) => [key, values[index]])),
          );
    }
  };
  return valuesOf(root);
}

function stringsOf({ pattern, minLength, maxLength }: GrammarSchema): Arbitrary<string> {
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'), { size: '+1' });
  return fc.string({
    unit: 'binary',
    minLength: bound(minLength, 0),
    maxLength: Math.min(bound(maxLength, 300), 300),
  });
}

function bound(value: unknown, missing: number): number {
  return typeof value === 'number' ? value : missing;
}
