/**
 * Validates the language data against its schema and writes the lists of languages in the sources of both engines:
 * `npm run languages`; a build does it first.
 *
 *   node tools/languages.mjs            validates `languages/` and writes the lists
 *   node tools/languages.mjs --check    writes nothing: fails if a list differs from the data
 *   node tools/languages.mjs <folder>   validates another folder and writes nothing
 *
 * Exits 1 when the data does not fit its schema.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { problemsOf } from './languages/check.mjs';
import { registryOf } from './languages/registry.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [argument] = process.argv.slice(2);
const isCheck = argument === '--check';
const folder = isCheck ? undefined : argument;

const problems = problemsOf(folder ?? join(root, 'languages'));
if (problems.length === 0 && folder === undefined) {
  for (const list of registryOf(join(root, 'languages')).filter((it) => isOld(it))) {
    if (isCheck) problems.push(`${list.path} is not what the language data says; run \`npm run languages\``);
    else writeFileSync(join(root, list.path), list.text);
  }
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function isOld({ path, text }) {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
}
