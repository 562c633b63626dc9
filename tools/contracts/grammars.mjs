/** The grammars of the schemas that list what a grammar omits. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { publishedText, selfContained } from './documents.mjs';

const SOURCE = fileURLToPath(new URL('../../packages/contracts/src/grammar/schema-grammar.ts', import.meta.url));

/**
 * @param {import('./documents.mjs').Document[]} documents
 * @returns {Promise<[name: string, text: string][]>}
 */
export async function grammarsOf(documents) {
  const { grammarOf, OMITS } = await importTypeScript(SOURCE);
  return documents
    .filter(({ schema }) => OMITS in schema)
    .map((document) => {
      const digest = createHash('sha256').update(publishedText(document, documents)).digest('hex');
      const comment = `${document.name}: the schema with the SHA-256 ${digest}`;
      return [`${document.name}.gbnf`, grammarOf(selfContained(document, documents), comment)];
    });
}

/** @param {string} path of a module that Node cannot load without a build */
async function importTypeScript(path) {
  const { outputFiles } = await build({ entryPoints: [path], bundle: true, format: 'esm', write: false });
  const [{ contents }] = outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`);
}
