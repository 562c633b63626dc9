/**
 * Adds the files and lines of a new language that tree-sitter parses: `npm run new-language -- ID --package NAME`.
 * docs/extend/add-a-language.md describes what to write into them.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scaffoldLanguage } from './languages/scaffold.mjs';

const USAGE = `usage: npm run new-language -- ID --package NAME --version VERSION [--license ID]

  ID         id of the language: small letters, digits and hyphens
  --package  npm package of its tree-sitter grammar, with grammar.js and tree-sitter.json
  --version  exact version of that package
  --license  SPDX id of the package's licence (default: MIT)

example: npm run new-language -- lua --package @tree-sitter-grammars/tree-sitter-lua --version 0.4.1
`;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const text = { type: 'string' };
try {
  const { values, positionals } = parseArgs({
    options: { package: text, version: text, license: { ...text, default: 'MIT' }, help: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [id] = positionals;
  if (values.help) process.stdout.write(USAGE);
  else if (!/^[a-z][a-z0-9-]*$/.test(id ?? '') || values.package === undefined || values.version === undefined) {
    throw new Error(`the id, --package and --version are needed\n\n${USAGE}`);
  } else {
    const { package: name, version, license } = values;
    const paths = scaffoldLanguage(root, { id, package: name, version, license });
    process.stdout.write(paths.map((path) => `wrote ${path}\n`).join(''));
    process.stdout.write(
      'Next: fill in the data file, then `npm run grammars -- --write` (docs/extend/add-a-language.md)\n',
    );
  }
} catch (error) {
  process.stderr.write(`new-language: ${error.message}\n`);
  process.exitCode = 1;
}
