/**
 * Prints how the portable engine reads a source file, for work on language data:
 *
 *   npm run tree -- FILE           the flat tree; needs only the language's data file and grammar
 *   npm run tree -- FILE --facts   a vector for `fixtures/facts`; needs the language in the portable engine
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importBundle } from './import-bundle.mjs';

const tools = dirname(fileURLToPath(import.meta.url));
const { treeText, vectorText } = await importBundle('tree/print.ts', 'tree');

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
