/** TypeScript types of a schema. Those that come from another document are imported, not declared again. */
import { dirname, relative } from 'node:path/posix';
import { compile } from 'json-schema-to-typescript';
import { definition, replaceReferences } from './documents.mjs';

/** What the compiler says of each definition that nothing in its document refers to. */
const ORIGIN = /\n \*\n \* This interface was referenced by [^\n]*\n \* via the [^\n]*(?=\n)/g;

const style = { singleQuote: true, printWidth: 120 };

/**
 * @param {import('./documents.mjs').Document} document
 * @param {import('./documents.mjs').Document[]} documents
 */
export async function typesOf(document, documents) {
  /** @type {Map<string, Set<string>>} names by module */
  const imports = new Map();
  const schema = replaceReferences(document.schema, (reference, { description }) => {
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
    // A document without a type is there for its definitions alone.
    unreachableDefinitions: !('type' in document.schema),
    style,
  });
  const lines = [...imports].map(
    ([module, names]) => `import type { ${[...names].sort().join(', ')} } from '${module}';\n`,
  );
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${types.replaceAll(ORIGIN, '')}`;
}

/** Name of the type of a document. Titles are for people and may have blanks. */
export function typeName({ title }) {
  return title.replaceAll(' ', '');
}

/** Name of the type that parameters have once their defaults are filled in. */
export function completeName({ title }) {
  return `Complete${title}`;
}

/** @param schema of parameters, self-contained */
export function completeType(schema) {
  const defaults = Object.keys(schema.properties).filter((key) => 'default' in schema.properties[key]);
  const keys = defaults.map((key) => `'${key}'`).join(' | ');
  const required = keys === '' ? '' : ` & Required<Pick<${schema.title}, ${keys}>>`;
  return `
/** With the defaults of what was left out. */
export type ${completeName(schema)} = ${schema.title}${required};
`;
}
