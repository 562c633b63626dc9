import type { Operation } from '@analyzer/core/query/operation.ts';
import { SCHEMA_PREFIX, shortNameOf } from '@analyzer/core/service/documents.ts';

/**
 * The schema of an answer down to the properties of `data`, because clients load the schemas of all tools at once. The
 * full schema of `data` is a resource.
 */
export function outputSchemaOf({ data: { $id, properties, required = [] } }: Operation): object {
  const data = {
    type: 'object',
    description: `Schema: ${uriOf($id.slice(SCHEMA_PREFIX.length))}`,
    properties: shallowProperties(properties),
    required: [...required],
  };
  return {
    type: 'object',
    properties: { schema: { type: 'string' }, snapshot_id: { type: 'string' }, operation: { type: 'string' }, data },
    required: ['schema', 'snapshot_id', 'operation', 'data'],
  };
}

/** The address of a schema as a resource. */
export function uriOf(id: string): string {
  return `analyzer://schema/${shortNameOf(id)}`;
}

/** Properties with their types only. */
export function shallowProperties(properties: object): object {
  return Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, shallow(schema)]));
}

/** The type of a schema, and that of its items. */
function shallow(schema: object): object {
  if (!('type' in schema)) return {};
  const items =
    'items' in schema && typeof schema.items === 'object' && schema.items !== null ? schema.items : undefined;
  return { type: schema.type, ...(items === undefined ? {} : { items: shallow(items) }) };
}
