import type {
  BaseFacts,
  CallColumns,
  ControlColumns,
  DeclarationFacts,
  ErrorRanges,
  FileFacts,
  IgnoreComment,
  ImportFacts,
  ObjectFacts,
  ReferenceFacts,
  ScopedCall,
} from '../facts.ts';
import { ColumnReader, countOf } from './columns.ts';
import {
  BASE_KINDS,
  CONTROL_KINDS,
  DECLARATION_KINDS,
  type FactsLine,
  HAS,
  HASH_LENGTH,
  LOOKUPS,
  PHASES,
  REFERENCE_KINDS,
} from './facts-line.ts';

const LETTER_A = 97;
const CONTROL_LETTERS = /^[a-g]*$/;
const CONTROL_COLUMNS = 3;
const NO_ERRORS: ErrorRanges = { count: 0, ranges: [] };
/** Shared, since most lists of strings are empty and facts are not changed. */
const NO_TEXTS: string[] = [];
const NO_NAMES: ImportFacts['names'] = [];
const COLUMNS = [
  'tree_hash',
  'declarations',
  'hashes',
  'imports',
  'calls',
  'call_lines',
  'control_kinds',
  'control',
] as const;

/**
 * Decodes facts. Control structure and the lines of calls, which few readers need, are decoded on access.
 *
 * @throws RangeError or TypeError for a line that `encodeFacts` did not write
 */
export function decodeFacts(line: FactsLine): FileFacts {
  requireColumns(line);
  const { words } = line;
  const control = controlOf(line);
  const facts: FileFacts = {
    tree_hash: line.tree_hash,
    declarations: readDeclarations(line.declarations, line.hashes, words),
    imports: readImports(line.imports, words),
    calls: readCalls(line.calls, line.call_lines, words),
    get control() {
      return control();
    },
  };
  if (line.errors !== undefined) facts.errors = line.errors;
  if (line.exports !== undefined) facts.exports = readExports(line.exports, words);
  if (line.objects !== undefined) facts.objects = readObjects(line.objects, words);
  if (line.scoped_calls !== undefined) facts.scoped_calls = readScopedCalls(line.scoped_calls);
  if (line.references !== undefined) facts.references = readReferences(line.references, words);
  if (line.references_truncated === true) facts.references_truncated = true;
  if (line.ignore_comments !== undefined) facts.ignore_comments = readIgnoreComments(line.ignore_comments, words);
  if (line.embedded !== undefined) facts.embedded = line.embedded;
  return facts;
}

/** A number or null instead of a column would be read as an empty column. */
function requireColumns(line: FactsLine): void {
  const { words, exports = '', objects = '', scoped_calls: scoped = '', ignore_comments: ignored = '' } = line;
  const { errors = NO_ERRORS, references = '' } = line;
  if ([exports, objects, scoped, references, ignored].some((column) => typeof column !== 'string')) throw missing();
  if (line.embedded !== undefined && !Array.isArray(line.embedded)) throw missing();
  if (!Array.isArray(words) || typeof errors !== 'object') throw missing();
  for (const name of COLUMNS) if (typeof line[name] !== 'string') throw missing();
}

function missing(): TypeError {
  return new TypeError('a column is missing');
}

function readDeclarations(rows: string, hashes: string, words: readonly string[]): DeclarationFacts[] {
  const read = new ColumnReader(rows);
  const declarations: DeclarationFacts[] = [];
  let [line, byte, hash] = [1, 0, 0];
  const nextHash = () => {
    hash += HASH_LENGTH;
    if (hash > hashes.length) throw new RangeError('a hash is missing');
    return hashes.slice(hash - HASH_LENGTH, hash);
  };
  while (!read.atEnd) {
    const kindAndExported = read.unsigned();
    const has = read.unsigned();
    const name = wordAt(words, read.unsigned());
    const qualified = read.unsigned();
    line += read.signed();
    const end_line = line + read.signed();
    byte += read.signed();
    const end_byte = byte + read.signed();
    const nodes = read.unsigned();
    const outer = read.signed();
    const within = outer === 0 ? -1 : declarations.length - outer;
    const parameters = readTexts(read, words);
    const bound = shared(readTexts(read, words), parameters);
    const declaration: DeclarationFacts = {
      kind: valueAt(DECLARATION_KINDS, kindAndExported >> 1),
      name,
      qualified_name: qualifiedName(qualified, name, declarations[within], words),
      parameters,
      exported: (kindAndExported & 1) === 1,
      start_line: line,
      end_line,
      start_byte: byte,
      end_byte,
      nodes,
      within,
      bound,
    };
    if (has & HAS.returns) declaration.returns = wordAt(words, read.unsigned());
    if (has & HAS.bases) declaration.bases = readBases(read, words);
    if (has & HAS.scope) declaration.scope = read.signed();
    if (has & HAS.reassigned) declaration.reassigned = true;
    if (has & HAS.function_body) declaration.function_body = nextHash();
    if (has & HAS.function_shape) declaration.function_shape = nextHash();
    if (has & HAS.tree_hash) declaration.tree_hash = nextHash();
    declarations.push(declaration);
  }
  return declarations;
}

function qualifiedName(
  code: number,
  name: string,
  outer: DeclarationFacts | undefined,
  words: readonly string[],
): string {
  if (code === 0) return name;
  return code === 1 ? `${outer?.qualified_name}.${name}` : wordAt(words, code - 2);
}

function readImports(rows: string, words: readonly string[]): ImportFacts[] {
  const read = new ColumnReader(rows);
  const imports: ImportFacts[] = [];
  let line = 1;
  while (!read.atEnd) {
    const lookup = valueAt(LOOKUPS, read.unsigned());
    const phase = valueAt(PHASES, read.unsigned());
    const flags = read.unsigned();
    const specifier = wordAt(words, read.unsigned());
    const target = flags & 4 ? specifier : wordAt(words, read.unsigned());
    const scope = flags & 16 ? { scope: read.signed() } : undefined;
    line += read.signed();
    const names = readNames(read, words);
    const reexport = flags & 2 ? { reexport: true as const } : undefined;
    const inline = flags & 8 ? { inline_types: true as const } : undefined;
    const elided = flags & 32 ? { elided: true as const } : undefined;
    const conditional = (flags & 1) === 1;
    const plain = { specifier, names, line, conditional, phase, lookup };
    imports.push({ ...plain, ...reexport, ...scope, ...inline, ...elided, target });
  }
  return imports;
}

function readNames(read: ColumnReader, words: readonly string[]): ImportFacts['names'] {
  const count = read.unsigned();
  if (count === 0) return NO_NAMES;
  const next = () => {
    const name = wordAt(words, read.unsigned());
    const alias = read.unsigned();
    return alias === 0 ? { name } : { name, alias: wordAt(words, alias - 1) };
  };
  if (count === 1) return [next()];
  const names: ImportFacts['names'] = [];
  for (let left = count; left > 0; left--) names.push(next());
  return names;
}

function readExports(rows: string, words: readonly string[]): { name: string; local: string }[] {
  const read = new ColumnReader(rows);
  const exports: { name: string; local: string }[] = [];
  while (!read.atEnd) exports.push({ name: wordAt(words, read.unsigned()), local: wordAt(words, read.unsigned()) });
  return exports;
}

function readCalls(rows: string, lines: string, words: readonly string[]): CallColumns {
  const read = new ColumnReader(rows);
  const count = countOf(lines);
  const callee = new Array<string>(count);
  const within = new Array<number>(count);
  let [at, around] = [0, -1];
  for (; !read.atEnd; at++) {
    callee[at] = wordAt(words, read.unsigned());
    around += read.signed();
    within[at] = around;
  }
  if (count !== at) throw new RangeError('calls and their lines differ in number');
  let line: number[] | undefined;
  return {
    callee,
    get line() {
      line ??= readLines(lines);
      return line;
    },
    within,
  };
}

function readObjects(rows: string, words: readonly string[]): ObjectFacts[] {
  const read = new ColumnReader(rows);
  const objects: ObjectFacts[] = [];
  let call = 0;
  while (!read.atEnd) {
    call += read.unsigned();
    const object: ObjectFacts = { call, class: wordAt(words, read.unsigned()) };
    const scope = read.unsigned();
    if (scope > 0) object.scope = scope - 1;
    if (read.unsigned() === 1) object.declared = true;
    objects.push(object);
  }
  return objects;
}

function readScopedCalls(rows: string): ScopedCall[] {
  const read = new ColumnReader(rows);
  const calls: ScopedCall[] = [];
  let call = 0;
  while (!read.atEnd) {
    call += read.unsigned();
    calls.push({ call, scope: read.signed() });
  }
  return calls;
}

function readReferences(rows: string, words: readonly string[]): ReferenceFacts[] {
  const read = new ColumnReader(rows);
  const references: ReferenceFacts[] = [];
  let [line, within] = [1, -1];
  while (!read.atEnd) {
    const name = wordAt(words, read.unsigned());
    const kindAndScope = read.unsigned();
    const kind = valueAt(REFERENCE_KINDS, kindAndScope >> 1);
    line += read.signed();
    within += read.signed();
    const reference: ReferenceFacts = { name, kind, line, within };
    if ((kindAndScope & 1) === 1) reference.scope = read.signed();
    references.push(reference);
  }
  return references;
}

function readIgnoreComments(rows: string, words: readonly string[]): IgnoreComment[] {
  const read = new ColumnReader(rows);
  const comments: IgnoreComment[] = [];
  let line = 0;
  while (!read.atEnd) {
    line += read.unsigned();
    comments.push({ line, kind: wordAt(words, read.unsigned()), reason: wordAt(words, read.unsigned()) });
  }
  return comments;
}

function readLines(column: string): number[] {
  const read = new ColumnReader(column);
  const lines: number[] = [];
  let line = 1;
  while (!read.atEnd) {
    line += read.signed();
    lines.push(line);
  }
  return lines;
}

/** Validated at once, decoded at the first call. */
function controlOf({ control_kinds: letters, control: rows }: FactsLine): () => ControlColumns {
  if (!CONTROL_LETTERS.test(letters)) throw new RangeError('an unknown kind of control structure');
  if (countOf(rows) !== letters.length * CONTROL_COLUMNS) throw new RangeError('control structures are missing');
  let columns: ControlColumns | undefined;
  return () => {
    columns ??= readControl(letters, rows);
    return columns;
  };
}

function readControl(letters: string, rows: string): ControlColumns {
  const read = new ColumnReader(rows);
  const columns: ControlColumns = { kind: [], depth: [], line: [], within: [] };
  let [line, around] = [1, -1];
  for (let at = 0; at < letters.length; at++) {
    columns.kind.push(valueAt(CONTROL_KINDS, letters.charCodeAt(at) - LETTER_A));
    columns.depth.push(read.unsigned());
    line += read.signed();
    columns.line.push(line);
    around += read.signed();
    columns.within.push(around);
  }
  return columns;
}

function readBases(read: ColumnReader, words: readonly string[]): BaseFacts[] {
  const bases: BaseFacts[] = [];
  for (let left = read.unsigned(); left > 0; left--) {
    const name = wordAt(words, read.unsigned());
    const kindAndScope = read.unsigned();
    const kind = valueAt(BASE_KINDS, kindAndScope >> 1);
    bases.push((kindAndScope & 1) === 1 ? { name, kind, scope: read.signed() } : { name, kind });
  }
  return bases;
}

function readTexts(read: ColumnReader, words: readonly string[]): string[] {
  const count = read.unsigned();
  if (count === 0) return NO_TEXTS;
  const next = () => wordAt(words, read.unsigned());
  // Literals, because an array to which items are pushed has memory for 17 of them.
  if (count === 1) return [next()];
  if (count === 2) return [next(), next()];
  if (count === 3) return [next(), next(), next()];
  const texts: string[] = [];
  for (let left = count; left > 0; left--) texts.push(next());
  return texts;
}

/** The second list if both are equal, as most names of parameters are: facts are not changed, and one list takes less memory. */
function shared(texts: string[], known: string[]): string[] {
  return texts.length === known.length && texts.every((text, at) => text === known[at]) ? known : texts;
}

function wordAt(words: readonly string[], index: number): string {
  const word = words[index];
  if (typeof word !== 'string') throw new RangeError(`no text at ${index}`);
  return word;
}

function valueAt<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`no value at ${index}`);
  return value;
}
