/** The hand-written schemas and their references to each other. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SUFFIX = '.schema.json';

/**
 * @typedef {{ name: string, source: string, schema: Record<string, unknown> }} Document
 * `name` is its path relative to the folder without the extension.
 */

/**
 * @param {string} folder
 * @returns {Document[]} ordered by name
 */
export function readDocuments(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith(SUFFIX))
    .sort()
    .map((path) => {
      const source = join(folder, path);
      return { name: path.slice(0, -SUFFIX.length), source, schema: JSON.parse(readFileSync(source, 'utf8')) };
    });
}

/**
 * @param {string} reference `<$id of a document>#/$defs/<name>`, or `<$id of a document>` for the document
 * @param {Document[]} documents
 */
export function definition(reference, documents) {
  const [id, pointer] = reference.split('#');
  const document = documents.find(({ schema }) => schema.$id === id);
  if (document !== undefined && pointer === undefined) {
    const { $schema, $id, title, examples, ...schema } = document.schema;
    return { document, key: title, schema };
  }
  const key = /^\/\$defs\/(\w+)$/.exec(pointer ?? '')?.[1];
  const schema = document?.schema.$defs?.[key ?? ''];
  if (document === undefined || key === undefined || schema === undefined)
    throw new Error(`no such schema: ${reference}`);
  return { document, key, schema };
}

/**
 * Replaces every reference to another document in a schema.
 *
 * @param {unknown} part
 * @param {(reference: string, siblings: Record<string, unknown>) => unknown} replace receives the siblings of `$ref`
 */
export function replaceReferences(part, replace) {
  if (Array.isArray(part)) return part.map((item) => replaceReferences(item, replace));
  if (typeof part !== 'object' || part === null) return part;
  const { $ref, ...siblings } = part;
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return replace($ref, siblings);
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replaceReferences(value, replace)]));
}

/**
 * The schema with all references inlined.
 *
 * @param {Document} document
 * @param {Document[]} documents
 */
export function selfContained(document, documents) {
  const inline = (reference, siblings) => {
    const { document: origin, schema } = definition(reference, documents);
    const absolute = absoluteReferences(schema, origin.schema.$id);
    return { ...replaceReferences(absolute, inline), ...siblings };
  };
  return replaceReferences(document.schema, inline);
}

/** Makes local references of another document absolute. */
function absoluteReferences(part, id) {
  if (Array.isArray(part)) return part.map((item) => absoluteReferences(item, id));
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [
      key,
      key === '$ref' && typeof value === 'string' && value.startsWith('#') ? id + value : absoluteReferences(value, id),
    ]),
  );
}

/**
 * The text of a document as it is published.
 *
 * @param {Document} document
 * @param {Document[]} documents
 */
export function publishedText(document, documents) {
  return `${JSON.stringify(selfContained(document, documents), null, 2)}\n`;
}
