import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readDocuments } from './documents.ts';

/** `npm run build` writes it. */
const DIST = fileURLToPath(new URL('../../../analyzer/dist/', import.meta.url));
const documents = readDocuments(DIST);

test('a document has a full id, a short name and the digest of its text', () => {
  for (const { kind, id, shortName, text, sha256 } of documents.all) {
    for (const name of [id, shortName]) expect(documents.find(kind, name).id).toBe(id);
    expect(sha256).toBe(createHash('sha256').update(text).digest('hex'));
  }
  expect(documents.find('schema', 'urn:analyzer:schema:analyzer.request.v1').shortName).toBe('request');
  expect(new Set(documents.all.map(({ kind, shortName }) => `${kind} ${shortName}`)).size).toBe(documents.all.length);
});

test('every reply that a task delivers has a schema and a grammar of the same name', () => {
  for (const name of ['ticket-proposal', 'task-result']) {
    const [schema, grammar] = [documents.find('schema', name), documents.find('grammar', name)];
    expect(grammar.id).toBe(schema.id);
    // The first line of a grammar has the digest of its schema.
    expect(grammar.text.split('\n')[0]).toContain(schema.sha256);
  }
  for (const name of ['extraction-config', 'extraction-plan'])
    expect(documents.find('schema', name).kind).toBe('schema');
  expect(documents.find('proto', 'analyzer').text).toContain('package analyzer.v1;');
});

test('an unknown name is not found, with a suggestion', () => {
  const error = { code: 'not_found', message: 'no such schema: requst', hint: 'Did you mean request?' };
  expect(() => documents.find('schema', 'requst')).toThrow(expect.objectContaining(error));
  for (const name of ['__proto__', 'constructor', '', '../schemas']) {
    expect(() => documents.find('schema', name)).toThrow(expect.objectContaining({ code: 'not_found' }));
  }
});
