import { existsSync, readFileSync } from 'node:fs';
import { digitRange } from '../digit-range.ts';
import { type GrammarSchema, OMITS } from '../schema-grammar.ts';

/** A published schema. Only schemas with references to others have a generated form without them. */
export function published(name: string): GrammarSchema {
  const generated = new URL(`../../generated/${name}.schema.json`, import.meta.url);
  const written = new URL(`../../../schemas/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(existsSync(generated) ? generated : written, 'utf8'));
}

const PROPERTIES = {
  id: { $ref: '#/$defs/id' },
  pair: { $ref: '#/$defs/pair-of-ids' },
  near: { type: 'string', pattern: `^E${digitRange(7, 1234)}$` },
  negative: { type: 'integer', minimum: -120, maximum: -7 },
  around: { type: 'integer', minimum: -5, maximum: 1050 },
  any: { type: 'integer' },
  some: { type: ['string', 'null', 'boolean'], minLength: 2, maxLength: 700 },
  none: { type: 'array', items: { type: 'null' }, maxItems: 0 },
  lone: { type: 'array', items: { type: 'boolean' }, maxItems: 1 },
  many: { type: 'array', items: { type: 'array', items: { const: { a: [1] } } }, minItems: 3 },
  escaped: { type: 'string', pattern: '^(?:["\\\\/\\u0007\\t]|[^\\d\\W]|\\.x{2,}|😀+)*$' },
  unique: { type: 'array', items: { type: 'boolean' }, uniqueItems: true },
};

/** Every keyword and form of the subset that the published schemas do not have. */
const FORMS: GrammarSchema = {
  $defs: {
    id: { enum: ['E1', 'E2', 'E"3"'] },
    'pair-of-ids': { type: 'array', items: { $ref: '#/$defs/id' }, minItems: 2, maxItems: 2 },
  },
  type: 'object',
  additionalProperties: false,
  required: Object.keys(PROPERTIES),
  properties: PROPERTIES,
  [OMITS]: ['/properties/unique/uniqueItems'],
};

/** Schemas with a grammar. */
export const SUBJECTS: readonly [name: string, schema: GrammarSchema][] = [
  ['analyzer.ticket-proposal.v1', published('analyzer.ticket-proposal.v1')],
  ['analyzer.task-result.v1', published('analyzer.task-result.v1')],
  ['analyzer.proposal.v1', published('analyzer.proposal.v1')],
  ['analyzer.diff-reply.v1', published('analyzer.diff-reply.v1')],
  ['all forms', FORMS],
];

/** The schema without the keywords that the grammar omits, which the grammar must express exactly. */
export function expressedPart(schema: GrammarSchema): GrammarSchema {
  const part = structuredClone(schema);
  for (const pointer of [schema[OMITS] ?? []].flat()) {
    const steps = String(pointer).split('/').slice(1);
    const last = steps.pop() ?? '';
    let parent: unknown = part;
    for (const step of steps) parent = Reflect.get(Object(parent), step);
    Reflect.deleteProperty(Object(parent), last);
  }
  return part;
}
