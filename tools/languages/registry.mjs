/** The lists of languages and documents in the sources of both engines, written from the files of `languages/`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Documents that no engine's facts depend on: they are read after a scan, or only to convert a baseline. */
const AFTER_A_SCAN = new Set([
  'drafts.json',
  'effect-names.json',
  'effects.json',
  'elsewhere.json',
  'fingerprints-2.json',
  'fragments.json',
  'libraries.json',
  'missed.json',
  'search.json',
]);

const NOTE = 'written by `npm run languages` from the files of `languages/`';

/**
 * @param {string} folder of the data files
 * @returns {{ path: string, text: string }[]} each generated file, its path from the root of the repository
 */
export function registryOf(folder) {
  const documents = readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.endsWith('.schema.json') && !AFTER_A_SCAN.has(file))
    .sort()
    .map((file) => ({
      name: file.slice(0, -'.json'.length),
      data: JSON.parse(readFileSync(join(folder, file), 'utf8')),
    }));
  const parsed = documents.filter(({ data }) => data.parser !== undefined);
  return [
    { path: 'packages/core/src/languages/parsed.ts', text: parsedModule(parsed) },
    { path: 'packages/core/src/languages/documents.ts', text: documentsModule(documents) },
    { path: 'native/analyzer-rs/crates/base/src/languages/documents.rs', text: nativeDocuments(documents, parsed) },
    { path: 'native/analyzer-rs/crates/syntax/src/adapters/grammars.rs', text: nativeGrammars(parsed) },
  ];
}

function parsedModule(parsed) {
  const bases = [...new Set(parsed.flatMap(({ data }) => data.extends ?? []))];
  const names = [...parsed.map(({ name }) => name), ...bases].sort();
  const values = parsed.map(({ name, data }) => {
    const value = camelCase(name);
    return data.extends === undefined ? value : `{ ...${camelCase(data.extends)}, ...${value} }`;
  });
  const list = `export const PARSED = [${values.join(', ')}] as const;`;
  const lines =
    list.length <= 120 ? [list] : ['export const PARSED = [', ...values.map((it) => `  ${it},`), '] as const;'];
  return [...names.map(importLine), '', `/** The data of each language that is parsed; ${NOTE}. */`, ...lines, ''].join(
    '\n',
  );
}

function documentsModule(documents) {
  const entries = documents.map(({ name }) => {
    const value = camelCase(name);
    return value === name ? `  ${name},` : `  '${name}': ${value},`;
  });
  return [
    ...documents.map(({ name }) => importLine(name)),
    '',
    `/** Each document that decides facts, in the order of the names; ${NOTE}. */`,
    'export const DOCUMENTS: Readonly<Record<string, unknown>> = {',
    ...entries,
    '};',
    '',
  ].join('\n');
}

function nativeDocuments(documents, parsed) {
  const constant = ({ name }) => name.toUpperCase().replaceAll('-', '_');
  const include = (it) =>
    `pub const ${constant(it)}: &str = include_str!("../../../../../../languages/${it.name}.json");`;
  const entry = (it) => `    ("${it.name}", ${constant(it)}),`;
  return [
    `//! The data files themselves, as text; ${NOTE}.`,
    '',
    ...documents.map(include),
    '',
    '/// Each document that decides facts, in the order of the names. The handshake compares a digest of them.',
    `pub const ALL: [&str; ${documents.length}] = [`,
    ...documents.map((it) => `    ${constant(it)},`),
    '];',
    '',
    '/// The languages that are parsed, with their data.',
    `pub const PARSED: [(&str, &str); ${parsed.length}] = [`,
    ...parsed.map(entry),
    '];',
    '',
  ].join('\n');
}

function nativeGrammars(parsed) {
  const grammars = parsed.filter(({ data }) => data.parser === 'tree-sitter');
  const entry = ({ name }) => [
    '    (',
    `        "${name}",`,
    `        DenseGrammar::of(|| tree_sitter_${name.replaceAll('-', '_')}::LANGUAGE.into()),`,
    '    ),',
  ];
  const short = ({ name }) =>
    `    ("${name}", DenseGrammar::of(|| tree_sitter_${name.replaceAll('-', '_')}::LANGUAGE.into())),`;
  return [
    `//! The linked tree-sitter grammars; ${NOTE}.`,
    '',
    'use super::dense_grammar::DenseGrammar;',
    '',
    '/// By id of the language.',
    `pub static GRAMMARS: [(&str, DenseGrammar); ${grammars.length}] = [`,
    ...grammars.flatMap((it) => (short(it).length <= 100 ? [short(it)] : entry(it))),
    '];',
    '',
  ].join('\n');
}

function importLine(name) {
  return `import ${camelCase(name)} from '../../../../languages/${name}.json' with { type: 'json' };`;
}

function camelCase(name) {
  return name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
}
