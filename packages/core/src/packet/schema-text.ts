import type { GrammarSchema } from '@analyzer/contracts/grammar/schema-grammar';

/** A schema without its descriptions, for a message in which instructions replace them. */
export function withoutDescriptions(schema: Readonly<Record<string, unknown>>): GrammarSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => key !== 'description' || typeof value !== 'string')
      .map(([key, value]) => [key, stripped(value)]),
  );
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  return typeof value === 'object' && value !== null ? withoutDescriptions({ ...value }) : value;
}
