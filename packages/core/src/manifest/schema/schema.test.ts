import document from '@analyzer/contracts/schemas/contract-manifest.schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import cases from '../../../../../fixtures/manifest/schema-cases.json' with { type: 'json' };
import { validateManifest } from '../validate-manifest.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true });
const validate = ajv.compile(document);

test('the schema is valid 2020-12', () => {
  expect(ajv.validateSchema(document), ajv.errorsText()).toBe(true);
  expect(document).toMatchObject({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Contract Manifest',
  });
});

test('the 300 documents include valid and invalid ones', () => {
  expect(cases.length).toBe(300);
  expect(cases.filter(({ errors }) => errors.length === 0).length).toBeGreaterThan(60);
  expect(cases.filter(({ errors }) => errors.length > 0).length).toBeGreaterThan(100);
  const keywords = new Set(cases.flatMap(({ errors }) => errors.map((error) => error.split(' ').at(-1))));
  expect([...keywords].sort()).toEqual(['maximum', 'minimum', 'required', 'type']);
});

describe('each document has the errors that an independent validator found', () => {
  test('when Ajv validates it', () => {
    const found = cases.map(({ text }) => {
      validate(JSON.parse(text));
      return { text, errors: (validate.errors ?? []).map((it) => `${it.instancePath} ${it.keyword}`).sort() };
    });
    expect(found).toEqual(cases);
  });

  test.each(['json', 'yaml'] as const)('when validateManifest reads it as %s', (format) => {
    const found = cases.map(({ text }) => {
      const { findings } = validateManifest(text, { format });
      const errors = findings.filter(({ layer }) => layer === 'schema');
      return { text, errors: errors.map(({ pointer, rule }) => `${pointer} ${rule.slice('schema/'.length)}`).sort() };
    });
    expect(found).toEqual(cases);
  });
});
