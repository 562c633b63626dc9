import document from '@analyzer/contracts/schemas/contract-manifest.schema.json' with { type: 'json' };

/** The JSON Schema 2020-12 keywords that the manifest schema uses. */
export interface Schema {
  $ref?: string;
  type?: TypeName;
  description?: string;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
}

export type TypeName = 'object' | 'array' | 'string' | 'integer';

const CONTRACT = '#/$defs/contract';
const TYPES: readonly string[] = ['object', 'array', 'string', 'integer'] satisfies TypeName[];

/** @throws for a keyword that the check does not implement */
function read(part: object): Schema {
  const known: Schema = {};
  for (const [keyword, value] of Object.entries(part)) {
    if (keyword === '$ref' && value === CONTRACT) known.$ref = CONTRACT;
    else if (keyword === 'type' && isType(value)) known.type = value;
    else if (keyword === 'description') known.description = value;
    else if (keyword === 'properties') known.properties = mapped(value);
    else if (keyword === 'required') known.required = value;
    else if (keyword === 'additionalProperties') known.additionalProperties = read(value);
    else if (keyword === 'items') known.items = read(value);
    else if (keyword === 'minimum') known.minimum = value;
    else if (keyword === 'maximum') known.maximum = value;
    else if (!['$schema', '$id', 'title', '$defs'].includes(keyword)) {
      throw new Error(`the manifest schema uses the keyword ${keyword}, which the check does not implement`);
    }
  }
  return known;
}

function mapped(schemas: object): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, read(schema)]));
}

function isType(value: unknown): value is TypeName {
  return typeof value === 'string' && TYPES.includes(value);
}

export const MANIFEST_SCHEMA: Schema = read(document);
export const CONTRACT_SCHEMA: Schema = read(document.$defs.contract);

/** Follows `$ref`. */
export function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : CONTRACT_SCHEMA;
}
