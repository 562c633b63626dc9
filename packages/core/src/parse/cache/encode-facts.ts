import type {
  BaseFacts,
  CallColumns,
  ControlColumns,
  DeclarationFacts,
  FileFacts,
  IgnoreComment,
  ImportFacts,
  ObjectFacts,
  ReferenceFacts,
  ScopedCall,
} from '../facts.ts';
import { ColumnWriter } from './columns.ts';
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

/** Strings by their index. */
class Words {
  readonly all: string[] = [];
  readonly #indices = new Map<string, number>();

  index(text: string): number {
    let index = this.#indices.get(text);
    if (index === undefined) {
      index = this.all.push(text) - 1;
      this.#indices.set(text, index);
    }
    return index;
  }
}

/**
 * @param facts without token records
 * @throws RangeError for an invalid value of a fact
 */
export function encodeFacts({
  tree_hash,
  errors,
  declarations,
  imports,
  exports,
  calls,
  objects,
  scoped_calls,
  references,
  references_truncated,
  control,
  ignore_comments,
  embedded,
}: FileFacts): FactsLine {
  const words = new Words();
  const out = new ColumnWriter();
  const rows = writeDeclarations(declarations, words, out);
  return {
    tree_hash,
    ...(errors && { errors }),
    words: words.all,
    declarations: rows,
    hashes: hashesOf(declarations),
    imports: writeImports(imports, words, out),
    ...(exports && { exports: writeExports(exports, words, out) }),
    calls: writeCalls(calls, words, out),
    call_lines: writeLines(calls.line, out),
    ...(objects && { objects: writeObjects(objects, words, out) }),
    ...(scoped_calls && { scoped_calls: writeScopedCalls(scoped_calls, out) }),
    ...(references && { references: writeReferences(references, words, out) }),
    ...(references_truncated && { references_truncated }),
    ...(ignore_comments && { ignore_comments: writeIgnoreComments(ignore_comments, words, out) }),
    ...(embedded && { embedded }),
    control_kinds: lettersOf(control),
    control: writeControl(control, out),
  };
}

function writeDeclarations(declarations: readonly DeclarationFacts[], words: Words, out: ColumnWriter): string {
  let [line, byte] = [1, 0];
  for (const [index, it] of declarations.entries()) {
    out.unsigned(indexIn(DECLARATION_KINDS, it.kind) * 2 + Number(it.exported));
    out.unsigned(membersOf(it));
    out.unsigned(words.index(it.name));
    out.unsigned(qualifiedName(it, declarations, words));
    out.signed(it.start_line - line);
    out.signed(it.end_line - it.start_line);
    out.signed(it.start_byte - byte);
    out.signed(it.end_byte - it.start_byte);
    out.unsigned(it.nodes);
    out.signed(it.within === -1 ? 0 : index - it.within);
    writeTexts(it.parameters, words, out);
    writeTexts(it.bound, words, out);
    if (it.returns !== undefined) out.unsigned(words.index(it.returns));
    if (it.bases !== undefined) writeBases(it.bases, words, out);
    if (it.scope !== undefined) out.signed(it.scope);
    line = it.start_line;
    byte = it.start_byte;
  }
  return out.take();
}

/** 0: the name; 1: the name of the enclosing declaration, a dot and the name; else the index of the string plus 2. */
function qualifiedName(
  { name, qualified_name, within }: DeclarationFacts,
  all: readonly DeclarationFacts[],
  words: Words,
): number {
  if (qualified_name === name) return 0;
  if (qualified_name === `${all[within]?.qualified_name}.${name}`) return 1;
  return words.index(qualified_name) + 2;
}

function membersOf(it: DeclarationFacts): number {
  const { function_body, function_shape, tree_hash, returns, bases, scope, reassigned } = it;
  return (
    (function_body === undefined ? 0 : HAS.function_body) |
    (function_shape === undefined ? 0 : HAS.function_shape) |
    (tree_hash === undefined ? 0 : HAS.tree_hash) |
    (returns === undefined ? 0 : HAS.returns) |
    (bases === undefined ? 0 : HAS.bases) |
    (scope === undefined ? 0 : HAS.scope) |
    (reassigned === undefined ? 0 : HAS.reassigned)
  );
}

function hashesOf(declarations: readonly DeclarationFacts[]): string {
  let hashes = '';
  for (const { function_body, function_shape, tree_hash } of declarations) {
    for (const hash of [function_body, function_shape, tree_hash]) {
      if (hash === undefined) continue;
      if (hash.length !== HASH_LENGTH) throw new RangeError(`a hash of ${hash.length} characters`);
      hashes += hash;
    }
  }
  return hashes;
}

function writeImports(imports: readonly ImportFacts[], words: Words, out: ColumnWriter): string {
  let line = 1;
  for (const it of imports) {
    const same = it.target === it.specifier;
    const plain = Number(it.conditional) + (it.reexport ? 2 : 0) + (same ? 4 : 0) + (it.inline_types ? 8 : 0);
    const flags = plain + (it.scope === undefined ? 0 : 16) + (it.elided ? 32 : 0);
    out.unsigned(indexIn(LOOKUPS, it.lookup));
    out.unsigned(indexIn(PHASES, it.phase));
    out.unsigned(flags);
    out.unsigned(words.index(it.specifier));
    if (!same) out.unsigned(words.index(it.target));
    if (it.scope !== undefined) out.signed(it.scope);
    out.signed(it.line - line);
    out.unsigned(it.names.length);
    for (const { name, alias } of it.names) {
      out.unsigned(words.index(name));
      out.unsigned(alias === undefined ? 0 : words.index(alias) + 1);
    }
    line = it.line;
  }
  return out.take();
}

function writeExports(exports: readonly { name: string; local: string }[], words: Words, out: ColumnWriter): string {
  for (const { name, local } of exports) {
    out.unsigned(words.index(name));
    out.unsigned(words.index(local));
  }
  return out.take();
}

function writeCalls({ callee, within }: CallColumns, words: Words, out: ColumnWriter): string {
  let around = -1;
  for (const [index, its] of within.entries()) {
    out.unsigned(words.index(callee[index] ?? ''));
    out.signed(its - around);
    around = its;
  }
  return out.take();
}

function writeObjects(objects: readonly ObjectFacts[], words: Words, out: ColumnWriter): string {
  let before = 0;
  for (const it of objects) {
    out.unsigned(it.call - before);
    out.unsigned(words.index(it.class));
    out.unsigned(it.scope === undefined ? 0 : it.scope + 1);
    out.unsigned(it.declared ? 1 : 0);
    before = it.call;
  }
  return out.take();
}

function writeScopedCalls(calls: readonly ScopedCall[], out: ColumnWriter): string {
  let before = 0;
  for (const { call, scope } of calls) {
    out.unsigned(call - before);
    out.signed(scope);
    before = call;
  }
  return out.take();
}

function writeReferences(references: readonly ReferenceFacts[], words: Words, out: ColumnWriter): string {
  let [before, around] = [1, -1];
  for (const { name, kind, line, within, scope } of references) {
    out.unsigned(words.index(name));
    out.unsigned(indexIn(REFERENCE_KINDS, kind) * 2 + Number(scope !== undefined));
    out.signed(line - before);
    out.signed(within - around);
    if (scope !== undefined) out.signed(scope);
    before = line;
    around = within;
  }
  return out.take();
}

function writeIgnoreComments(comments: readonly IgnoreComment[], words: Words, out: ColumnWriter): string {
  let before = 0;
  for (const { line, kind, reason } of comments) {
    out.unsigned(line - before);
    out.unsigned(words.index(kind));
    out.unsigned(words.index(reason));
    before = line;
  }
  return out.take();
}

function writeLines(lines: readonly number[], out: ColumnWriter): string {
  let before = 1;
  for (const line of lines) {
    out.signed(line - before);
    before = line;
  }
  return out.take();
}

function lettersOf({ kind }: ControlColumns): string {
  const letters = Buffer.allocUnsafe(kind.length);
  for (const [index, it] of kind.entries()) letters[index] = LETTER_A + indexIn(CONTROL_KINDS, it);
  return letters.toString('latin1');
}

function writeControl({ depth, line, within }: ControlColumns, out: ColumnWriter): string {
  let [before, around] = [1, -1];
  for (const [index, its] of line.entries()) {
    out.unsigned(depth[index] ?? 0);
    out.signed(its - before);
    out.signed((within[index] ?? -1) - around);
    before = its;
    around = within[index] ?? -1;
  }
  return out.take();
}

function writeBases(bases: readonly BaseFacts[], words: Words, out: ColumnWriter): void {
  out.unsigned(bases.length);
  for (const { name, kind, scope } of bases) {
    out.unsigned(words.index(name));
    out.unsigned(indexIn(BASE_KINDS, kind) * 2 + Number(scope !== undefined));
    if (scope !== undefined) out.signed(scope);
  }
}

function writeTexts(texts: readonly string[], words: Words, out: ColumnWriter): void {
  out.unsigned(texts.length);
  for (const text of texts) out.unsigned(words.index(text));
}

function indexIn<T>(values: readonly T[], value: T): number {
  const index = values.indexOf(value);
  if (index < 0) throw new RangeError(`${String(value)} is not known here`);
  return index;
}
