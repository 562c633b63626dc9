/**
 * Prints how the portable engine reads a source file, for work on language data:
 *
 *   npm run tree -- FILE           the flat tree; needs only the language's data file and grammar
 *   npm run tree -- FILE --facts   a vector for `fixtures/facts`; needs the language in the portable engine
 */
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const tools = dirname(fileURLToPath(import.meta.url));
const bundle = join(tools, 'dist/tree.js');

// Node.js 20 does not run TypeScript.
await build({
  entryPoints: [join(tools, 'tree/print.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  external: ['oxc-parser', 'web-tree-sitter'],
  logLevel: 'warning',
});
const { treeText, vectorText } = await import(pathToFileURL(bundle).href);

const [file] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
if (file === undefined) {
  process.stderr.write('usage: npm run tree -- FILE [--facts]\n');
  process.exit(1);
}
try {
  const print = process.argv.includes('--facts') ? vectorText : treeText;
  process.stdout.write(await print(dirname(tools), file));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
