import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ERRORS } from './errors.ts';
import { validate as validateNeighborsParams } from './generated/query/neighbors.params.validate.js';
import { validate as validateNodesParams } from './generated/query/nodes.params.validate.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean | Schema;
  [keyword: string]: unknown;
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const read = (path: string): Schema => JSON.parse(readFileSync(path, 'utf8'));
const generated = folder('generated/query');
const names = readdirSync(generated).filter((name) => name.endsWith('.schema.json'));
const problem = read(folder('../schemas/analyzer.problem.v1.schema.json'));

/** Every schema within a schema, by a name for messages. */
function* parts(schema: Schema, name: string): Generator<[string, Schema]> {
  yield [name, schema];
  for (const [key, property] of Object.entries(schema.properties ?? {})) yield* parts(property, `${name}.${key}`);
  if (schema.items !== undefined) yield* parts(schema.items, `${name}[]`);
  if (typeof schema.additionalProperties === 'object') yield* parts(schema.additionalProperties, `${name}.*`);
}

describe.each(names)('%s', (file) => {
  const schema = read(`${generated}/${file}`);

  test('is an object at its root, as tools of models need it', () => {
    expect(schema.type).toBe('object');
    for (const keyword of ['oneOf', 'anyOf', 'allOf', '$ref']) expect(schema).not.toHaveProperty(keyword);
  });

  test('refers to nothing outside', () => {
    expect(JSON.stringify(schema)).not.toContain('"$ref"');
  });

  test('describes every part', () => {
    const silent = [...parts(schema, '')].filter(([, part]) => !/^\S.*[.)]$/.test(part.description ?? ''));
    expect(silent.map(([name]) => name)).toEqual([]);
  });
});

test('operations have a schema of their parameters, and one of their answer unless it is a document', () => {
  const operations = new Set(names.map((name) => name.split('.')[0]));
  const expected = [...operations].flatMap((name) => [
    // The answer is analyzer.extraction-plan.v1.
    ...(name === 'extraction_plan' ? [] : [`${name}.data.schema.json`]),
    `${name}.params.schema.json`,
  ]);
  expect(names).toEqual(expected);
});

test('the codes of problems are those of the table', () => {
  expect(new Set(problem.properties?.code?.enum)).toEqual(new Set(Object.keys(ERRORS)));
});

test('a validator of parameters fills in what was left out', () => {
  const params: unknown = { node_id: `n_${'0'.repeat(20)}` };
  expect(validateNeighborsParams(params)).toBe(true);
  expect(params).toMatchObject({
    direction: 'both',
    depth: 1,
    limit: 50,
    edge_kinds: expect.arrayContaining(['calls']),
  });
});

test('lengths count characters, not units', () => {
  expect(validateNodesParams({ name: '𝄞'.repeat(200) })).toBe(true);
  expect(validateNodesParams({ name: 'a'.repeat(201) })).toBe(false);
});
