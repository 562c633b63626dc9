/**
 * Makes types and validators from packages/contracts/schemas, the hand-written source, into
 * packages/contracts/src/generated. Run `npm run contracts` after a schema changes.
 * With `--check` it writes nothing and exits 1 when a generated file is not what the schema asks for.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemas = join(root, 'packages/contracts/schemas');
const generated = join(root, 'packages/contracts/src/generated');
const suffix = '.schema.json';

function header(source) {
  return `// Generated from ${relative(root, source)} by tools/contracts.mjs. Do not edit.\n`;
}

/** @returns {Promise<[path: string, text: string][]>} */
async function filesOf(source) {
  const schema = JSON.parse(readFileSync(source, 'utf8'));
  const name = source.slice(schemas.length + 1, -suffix.length);
  const ajv = new Ajv2020.default({
    strict: true,
    discriminator: true,
    allowUnionTypes: true,
    code: { source: true, esm: true },
  });
  const validator = standaloneCode.default(ajv, ajv.compile(schema));
  if (/\brequire\(|^import /m.test(validator)) {
    throw new Error(`${name}: the validator needs a module at run time; avoid the keyword that brings it in`);
  }
  const types = await compile(schema, schema.title, {
    bannerComment: '',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  return [
    [join(generated, `${name}.ts`), `${header(source)}\n${types}`],
    [join(generated, `${name}.validate.js`), `${header(source)}${validator}\n`],
    [
      join(generated, `${name}.validate.d.ts`),
      `${header(source)}import type { ${schema.title} } from './${name}.ts';

export interface Validate {
  (value: unknown): value is ${schema.title};
  /** What was wrong in the last call that answered false: a JSON Pointer and a sentence each. */
  errors?: { instancePath: string; keyword: string; message?: string }[] | null;
}

export declare const validate: Validate;
`,
    ],
  ];
}

const check = process.argv.includes('--check');
for (const file of readdirSync(schemas).filter((name) => name.endsWith(suffix))) {
  for (const [path, text] of await filesOf(join(schemas, file))) {
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    if (check) {
      process.stderr.write(`${relative(root, path)} is stale: run npm run contracts\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, text);
    }
  }
}
