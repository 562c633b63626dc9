/** Validates the language data against its schema, before it is bundled. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';

/**
 * @param {string} folder of the data files and their schema
 * @returns {string[]} a line per problem: file, JSON Pointer, reason and remedy
 */
export function problemsOf(folder) {
  const read = (name) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const ajv = new Ajv2020.default({ allErrors: true, strict: true, strictRequired: false });
  const validate = ajv.compile(read('language.schema.json'));
  const problems = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json') && !file.includes('.schema.'))) {
    const data = parsed(() => read(name));
    if ('error' in data) problems.push(`languages/${name} is not valid JSON: ${data.error}`);
    // Other data files of the folder are not about one language.
    else if (isLanguage(data.value) && !validate(data.value)) problems.push(...linesOf(name, validate.errors));
  }
  return problems;
}

function parsed(read) {
  try {
    return { value: read() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function isLanguage(data) {
  return ['id', 'parser', 'grammar', 'facts', 'stream'].some((key) => key in data);
}

/** For a failed `anyOf` or `oneOf`, reports the inner errors only. */
function linesOf(name, errors) {
  const inner = errors.filter(({ keyword }) => !['anyOf', 'oneOf', 'if'].includes(keyword));
  const lines = (inner.length > 0 ? inner : errors).map(
    (error) => `languages/${name}: ${reason(error)}; docs/extend/language-data.md describes each property`,
  );
  return [...new Set(lines)];
}

function reason({ keyword, instancePath, params, message }) {
  const at = instancePath === '' ? '/' : instancePath;
  if (keyword === 'additionalProperties') {
    const step = params.additionalProperty.replaceAll('~', '~0').replaceAll('/', '~1');
    return `${instancePath}/${step} is not a known property`;
  }
  if (keyword === 'enum') return `${at} must be one of ${params.allowedValues.join(', ')}`;
  return `${at} ${message}`;
}
