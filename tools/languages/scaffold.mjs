/** The files that a new language starts with, and the lines that make both engines know it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEMPLATE = 'native/grammars/python';
const PORTABLE_READERS = 'packages/core/src/parse/portable/extract/imports';
const NATIVE = 'native/analyzer-rs';
const NATIVE_READERS = `${NATIVE}/crates/parse/src/extract/imports`;

/**
 * Writes the data file, the grammar's crate and the import readers of a language, and adds its lines to existing files.
 *
 * @param {string} root the repository
 * @param {{ id: string, package: string, version: string, license: string }} language `package` is the npm package of
 *   the grammar
 * @returns {string[]} each written path, from the root
 * @throws Error if the language exists
 */
export function scaffoldLanguage(root, language) {
  const { id } = language;
  if (existsSync(join(root, `languages/${id}.json`))) throw new Error(`languages/${id}.json exists already`);
  const written = [];
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    written.push(path);
  };
  const edit = (path, change) => write(path, changed(path, readFileSync(join(root, path), 'utf8'), change));

  write(`languages/${id}.json`, json(dataOf(root, language)));
  edit('languages/unsupported.json', (text) => without(text, id));
  edit('fixtures/vectors/entries-kinds.json', (text) =>
    text.replaceAll(`"language": "${id}", "parsed": false`, `"language": "${id}", "parsed": true`),
  );
  for (const name of ['Cargo.toml', 'build.rs', 'lib.rs']) {
    write(`native/grammars/${id}/${name}`, crateFile(readFileSync(join(root, TEMPLATE, name), 'utf8'), language));
  }
  write(`native/grammars/${id}/grammar.patch`, '');
  edit(`${NATIVE}/Cargo.toml`, (text) =>
    withLine(text, /^tree-sitter-[\w-]+ = \{ path/, `tree-sitter-${id} = { path = "../grammars/${id}" }`),
  );
  edit(`${NATIVE}/crates/syntax/Cargo.toml`, (text) =>
    withLine(text, /^tree-sitter-[\w-]+\.workspace/, `tree-sitter-${id}.workspace = true`),
  );
  write(`${PORTABLE_READERS}/${id}.ts`, portableReader(id));
  edit(`${PORTABLE_READERS}/readers.ts`, (text) => {
    const row = `  ['${id}', (context) => new ${classOf(id)}(context)],`;
    const imported = `import { ${classOf(id)} } from './${id}.ts';`;
    return withLine(withLine(text, /^import \{ \w+Imports \}/, imported), /^ {2}\['[\w-]+', \(context\)/, row);
  });
  write(`${NATIVE_READERS}/${moduleOf(id)}.rs`, nativeReader());
  edit(`${NATIVE_READERS}/mod.rs`, (text) => {
    const arm = `        "${id}" => Box::new(${moduleOf(id)}::Reader),`;
    return withLine(withLine(text, /^mod \w+;/, `mod ${moduleOf(id)};`), /^ {8}"[\w-]+" => Box::new/, arm);
  });
  edit('languages/grammars/README.md', (text) => withLine(text, /^\| `tree-sitter-/, tableRow(language)));
  return written;
}

/** @throws Error if an edit changes nothing: the file has another form than this tool knows */
function changed(path, text, change) {
  const result = change(text);
  if (result === text && !path.includes('unsupported') && !path.includes('vectors')) {
    throw new Error(`${path} has no place for the language; add its line as those of the others`);
  }
  return result;
}

/** Adds a line after the last of the lines that it belongs to. */
function withLine(text, pattern, line) {
  const lines = text.split('\n');
  const at = lines.findLastIndex((it) => pattern.test(it));
  return at < 0 ? text : [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
}

function dataOf(root, { id, package: name, version, license }) {
  const known = JSON.parse(readFileSync(join(root, 'languages/unsupported.json'), 'utf8')).languages[id] ?? {};
  const endings = known.extensions ?? [`.${id}`];
  return {
    id,
    parser: 'tree-sitter',
    files: {
      extensions: Object.fromEntries(endings.map((ending) => [ending, {}])),
      ...(known.names === undefined ? {} : { names: known.names }),
      shebangs: known.shebangs ?? [],
    },
    grammar: {
      package: name,
      version: `${version}+analyzer.1`,
      license,
      file: `tree-sitter-${id}.wasm`,
      sha256: '',
      sources: '',
      text_kinds: [],
      recovered: [],
      self_test: '',
    },
    facts: {
      declarations: {},
      names: { leaf: {} },
      exports: { default: 'all' },
      imports: { reader: id, kinds: [] },
      calls: {},
      control: {},
    },
    stream: {
      dropped: [],
      name_fields: {},
      identifiers: {},
      roles: {},
      reference_roles: [],
      self_members: { kinds: [], objects: [], names: [] },
      bindings: { fields: [], patterns: [] },
    },
    scopes: {},
    copies: { class: id, units: [] },
  };
}

/** Removes the language from the list of those that are known but not parsed, and keeps the layout of the rest. */
function without(text, id) {
  const lines = text.split('\n');
  const start = lines.indexOf(`    "${id}": {`);
  if (start < 0) return text;
  const end = lines.findIndex((line, index) => index > start && /^ {4}\},?$/.test(line));
  return [...lines.slice(0, start), ...lines.slice(end + 1)].join('\n');
}

function crateFile(text, { id, version, license }) {
  return text
    .replace(/^name = .*$/m, `name = "tree-sitter-${id}"`)
    .replace(/^version = .*$/m, `version = "${version}+analyzer.1"`)
    .replace(/^license = .*$/m, `license = "${license}"`)
    .replaceAll('tree-sitter-python', `tree-sitter-${id}`)
    .replaceAll('tree_sitter_python', `tree_sitter_${moduleOf(id)}`)
    .replaceAll('of Python', `of ${id}`);
}

function portableReader(id) {
  return `import type { Scope } from '../scope.ts';
import type { ImportReader, ReaderContext } from './reader.ts';

/** Reads no imports yet. */
export class ${classOf(id)} implements ImportReader {
  readonly #context: ReaderContext;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(node: number, _scope: Scope): boolean {
    return this.#context.nodes.kind(node) === 'import';
  }
}
`;
}

function nativeReader() {
  return `//! Reads no imports yet.

use super::{ImportReader, ReaderContext};
use crate::extract::scope::Scope;
use syntax::flat_tree::NodeId;

pub struct Reader;

impl<'a> ImportReader<'a> for Reader {
    fn read(&mut self, context: &mut ReaderContext<'a, '_>, node: NodeId, _scope: &Scope) -> bool {
        context.names.nodes.kind(node) == "import"
    }
}
`;
}

function tableRow({ id, package: name, version, license }) {
  const cells = [
    `\`tree-sitter-${id}.wasm\``,
    `package \`${name}\``,
    `${version}+analyzer.1`,
    `${license} (\`tree-sitter-${id}.LICENSE\`)`,
  ];
  return `| ${cells.join(' | ')} |`;
}

function classOf(id) {
  return `${id
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}Imports`;
}

function moduleOf(id) {
  return id.replaceAll('-', '_');
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
