/**
 * Generates types, validators and self-contained schemas in packages/contracts/src/generated, and grammars in
 * packages/contracts/grammars, from the hand-written schemas in packages/contracts/schemas. Run `npm run contracts` after a schema change.
 * With `--check` it writes nothing and exits 1 when a generated file is stale.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { readDocuments, selfContained } from './contracts/documents.mjs';
import { grammarsOf } from './contracts/grammars.mjs';
import { completeName, completeType, typeName, typesOf } from './contracts/types.mjs';
import { validatorOf, validatorTypes } from './contracts/validator.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const generated = join(root, 'packages/contracts/src/generated');
const grammars = join(root, 'packages/contracts/grammars');
const documents = readDocuments(join(root, 'packages/contracts/schemas'));

/** @returns {Promise<[path: string, text: string][]>} */
async function filesOf(document) {
  const header = `// Generated from ${relative(root, document.source)} by tools/contracts.mjs. Do not edit.\n`;
  const path = join(generated, document.name);
  const types = `${header}\n${await typesOf(document, documents)}`;
  // A document without a type contains only definitions.
  if (!('type' in document.schema)) return [[`${path}.ts`, types]];
  const schema = selfContained(document, documents);
  const isSelfContained = isDeepStrictEqual(schema, document.schema);
  const isParams = document.name.endsWith('.params');
  const validated = isParams ? completeName(schema) : typeName(schema);
  return [
    [`${path}.ts`, isParams ? types + completeType(schema) : types],
    ...(isSelfContained ? [] : [[`${path}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`]]),
    [`${path}.validate.js`, `${header}${validatorOf(schema, { fillDefaults: isParams })}\n`],
    [`${path}.validate.d.ts`, `${header}${validatorTypes(basename(document.name), validated)}`],
  ];
}

const wanted = new Map([
  ...(await Promise.all(documents.map(filesOf))).flat(),
  ...(await grammarsOf(documents)).map(([name, text]) => [join(grammars, name), text]),
]);
const present = [generated, grammars]
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));
const stale = [
  ...[...wanted]
    .filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => path),
  ...present.filter((path) => !wanted.has(path)),
];

for (const path of stale) {
  const text = wanted.get(path);
  if (process.argv.includes('--check')) {
    process.stderr.write(`${relative(root, path)} is stale: run npm run contracts\n`);
    process.exitCode = 1;
  } else if (text === undefined) {
    rmSync(path);
  } else {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
