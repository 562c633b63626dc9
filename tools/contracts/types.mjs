/** TypeScript types of a schema. Types of other documents are imported. */
import { dirname, relative } from 'node:path/posix';
import { compile } from 'json-schema-to-typescript';
import { definition, replaceReferences } from './documents.mjs';

/** The comment that the compiler adds to unreferenced definitions. */
const ORIGIN = /\n \*\n \* This interface was referenced by [^\n]*\n \* via the [^\n]*(?=\n)/g;

const style = { singleQuote: true, printWidth: 120 };

/**
 * @param {import('./documents.mjs').Document} document
 * @param {import('./documents.mjs').Document[]} documents
 */
export async function typesOf(document, documents) {
  /** @type {Map<string, Set<string>>} names by module */
  const imports = new Map();
  // Conditions restrict values, not types.
  const { allOf: _, ...unconditional } = document.schema;
  const schema = replaceReferences(unconditional, (reference, { description }) => {
    const { document: origin, key } = definition(reference, documents);
    const name = key[0].toUpperCase() + key.slice(1);
    const path = relative(dirname(document.name), origin.name);
    const module = `${path.startsWith('.') ? path : `./${path}`}.ts`;
    imports.set(module, (imports.get(module) ?? new Set()).add(name));
    return { tsType: name, ...(description === undefined ? {} : { description }) };
  });
  const types = await compile(schema, document.schema.title, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    // A document without a type contains only definitions.
    unreachableDefinitions: !('type' in document.schema),
    style,
  });
  const lines = [...imports].map(
    ([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';\n`,
  );
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${types.replaceAll(ORIGIN, '')}`;
}

/** Name of the type of a document: its title without spaces. */
export function typeName({ title }) {
  return title.replaceAll(' ', '');
}

/** Name of the type of parameters with defaults filled in. */
export function completeName({ title }) {
  return `Complete${title}`;
}

/** @param schema of parameters, self-contained */
export function completeType(schema) {
  const defaults = Object.keys(schema.properties).filter((key) => 'default' in schema.properties[key]);
  const keys = defaults.map((key) => `'${key}'`).join(' | ');
  const required = keys === '' ? '' : ` & Required<Pick<${schema.title}, ${keys}>>`;
  return `
/** With all defaults filled in. */
export type ${completeName(schema)} = ${schema.title}${required};
`;
}
