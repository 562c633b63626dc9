import type { Operation } from '@analyzer/core/query/operation.ts';
import type { Tool } from '@modelcontextprotocol/server';
import { outputSchemaOf, shallowProperties, uriOf } from './output-schema.ts';
import { MAX_TOKENS } from './text/max-tokens.ts';
import { isListed, operationsOf, type ToolSet } from './tool-set.ts';

const PREFIX = 'analyzer_';

const ANNOTATIONS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };

/** One tool for each operation of a set, in their order. */
export function toolsOf(operations: readonly Operation[], set: ToolSet = 'all'): Tool[] {
  const tools = operationsOf(operations, set).map((operation) => ({
    name: toolName(operation),
    description: operation.description,
    inputSchema: inputSchemaOf(operation, set),
    ...(set === 'all' && { outputSchema: outputSchemaOf(operation) }),
    annotations: ANNOTATIONS,
  }));
  // Schemas are JSON, which their types do not express.
  return JSON.parse(JSON.stringify(tools));
}

export function toolName({ name }: Operation): string {
  return PREFIX + name;
}

/** The schema of the parameters without the description of the tool. Its root is a plain object, as model APIs require. */
function inputSchemaOf({ params: { properties, required = [] } }: Operation, set: ToolSet): object {
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        Object.entries(properties)
          .filter(([key]) => isListed(key, set))
          .map(([key, schema]) => [key, withoutSafeMaximum(withoutItemText(documentOf(schema)))]),
      ),
      max_tokens: MAX_TOKENS,
    },
    ...(required.length === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  };
}

/** The description of a list describes its items too. */
function withoutItemText(schema: object): object {
  if (!('items' in schema) || typeof schema.items !== 'object' || schema.items === null) return schema;
  if (!('description' in schema) || !('description' in schema.items)) return schema;
  const { description: _, ...items } = schema.items;
  return { ...schema, items };
}

/** The greatest integer that JSON can represent limits nothing that a client would send; the server checks it. */
function withoutSafeMaximum(schema: object): object {
  if (!('maximum' in schema) || schema.maximum !== Number.MAX_SAFE_INTEGER) return schema;
  const { maximum: _, ...others } = schema;
  return others;
}

/** A parameter that is a document of a published schema has only the types of its properties. */
function documentOf(schema: object): object {
  const { properties, required, description }: Partial<Record<string, unknown>> = { ...schema };
  const { schema: name }: Partial<Record<string, unknown>> = { ...Object(properties) };
  const { const: id }: { const?: unknown } = Object(name);
  if (typeof id !== 'string') return schema;
  return {
    type: 'object',
    description: `${description} Full schema: ${uriOf(id)}`,
    properties: shallowProperties(Object(properties)),
    required,
  };
}
