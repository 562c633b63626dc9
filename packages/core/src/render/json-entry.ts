import { HOSTS } from '#languages/hosts.ts';
import type { DeclarationFacts, EmbeddedFacts, ErrorRanges, FileFacts } from '#parse/facts.ts';
import type { Entry, FileEntry, FileRelations, Outcome, ResolvedImport, ResolvedReferences } from '#scan/model.ts';
import { type Chunk, optional, quote, quoteList } from './json-text.ts';

/** The properties of an entry up to its fact lists, without the closing brace. */
export function entryProperties(entry: Entry): string {
  const lossy = entry.name_lossy ? ',"name_lossy":true' : '';
  const start = `{"path":${quote(entry.path)}${lossy},"kind":"${entry.kind}"`;
  if (entry.kind === 'symlink') return start + (optional('target', entry.target) || ',"outside":true');
  if (entry.kind === 'file') return start + fileMembers(entry);
  return start + optional('status', entry.status) + optional('reason', entry.reason);
}

function fileMembers(entry: FileEntry): string {
  const errors = entry.facts?.errors ?? entry.errors;
  return (
    `,"size":${entry.size}` +
    optional('sha256', entry.sha256) +
    (entry.lines === undefined ? '' : `,"lines":${entry.lines}`) +
    optional('language', entry.language) +
    optional('dialect', entry.dialect) +
    (entry.dialect !== undefined && HOSTS.has(entry.dialect) ? ',"embedded":true' : '') +
    optional('encoding', entry.encoding) +
    `,"status":"${entry.status}"` +
    optional('reason', entry.reason) +
    (errors === undefined ? '' : `,"errors":${errorsText(errors)}`) +
    `,"is_test":${entry.is_test},"is_vendored":${entry.is_vendored},"is_generated":${entry.is_generated}` +
    `,"is_example":${entry.is_example},"is_benchmark":${entry.is_benchmark}` +
    (entry.is_configuration ? ',"is_configuration":true' : '') +
    optional('tree_hash', entry.facts?.tree_hash)
  );
}

function errorsText(errors: ErrorRanges): string {
  const ranges = errors.ranges.map(
    (range) => `{"start_line":${range.start_line},"end_line":${range.end_line}${optional('message', range.message)}}`,
  );
  return `{"count":${errors.count},"ranges":[${ranges.join(',')}]}`;
}

/** The fact lists of a file, each after a comma, and the numbers of its other references. Streamed, because a file can have a hundred thousand calls. */
export function* factLists(facts: FileFacts, relations: FileRelations, out: Chunk): Generator<string> {
  const { declarations, calls, control } = facts;
  const ids = relations.ids.map(quote);
  const within = (index: number | undefined): string => ids[index ?? -1] ?? 'null';
  const bases = basesTexts(declarations, relations.bases);
  const lists: [name: string, length: number, row: (index: number) => string][] = [
    [
      'declarations',
      declarations.length,
      (i) => declarationText(at(declarations, i), at(ids, i), at(relations.is_test, i), bases(i)),
    ],
    ['imports', relations.imports.length, (i) => importText(facts, at(relations.imports, i))],
    [
      'calls',
      calls.line.length,
      (i) =>
        `{"callee":${quote(at(calls.callee, i))},"line":${calls.line[i]},"within":${within(calls.within[i])}` +
        `${linkText(callLink(relations, i))}}`,
    ],
    [
      'control',
      control.line.length,
      (i) =>
        `{"kind":"${control.kind[i]}","depth":${control.depth[i]},"line":${control.line[i]}` +
        `,"within":${within(control.within[i])}}`,
    ],
  ];
  const { references } = relations;
  if (references.found.length > 0) {
    const { found } = references;
    lists.push(['references', found.length, (i) => referenceText(facts, at(found, i), within)]);
  }
  for (const [name, length, row] of lists) {
    out.text += `,"${name}":[`;
    for (let i = 0; i < length; i++) {
      out.text += i === 0 ? row(i) : `,${row(i)}`;
      if (out.isFull) yield out.take();
    }
    out.text += ']';
  }
  out.text += referenceCounts(facts, relations);
  const { embedded = [] } = facts;
  for (const [index, program] of embedded.entries()) {
    out.text += index === 0 ? ',"embedded_code":[' : ',';
    out.text += embeddedText(program, within(program.within));
    if (out.isFull) yield out.take();
  }
  if (embedded.length > 0) out.text += ']';
}

/** @param within id of a declaration of the file, or `null` */
function embeddedText(program: EmbeddedFacts, within: string): string {
  const { language, start_line, end_line, status, reason, declarations, imports, calls } = program;
  const declared = declarations.map(
    (it) =>
      `{"kind":"${it.kind}","name":${quote(it.name)},"qualified_name":${quote(it.qualified_name)}` +
      `,"parameters":${quoteList(it.parameters)},"start_line":${it.start_line},"end_line":${it.end_line}}`,
  );
  const imported = imports.map(
    ({ specifier, names, line }) => `{"specifier":${quote(specifier)},"names":${quoteList(names)},"line":${line}}`,
  );
  const called = calls.map(
    (it) =>
      `{"callee":${quote(it.callee)},"line":${it.line},"within":${it.within === null ? 'null' : quote(it.within)}}`,
  );
  return (
    `{"embedded":true,"language":${quote(language)},"start_line":${start_line},"end_line":${end_line}` +
    `,"within":${within},"status":"${status}"${optional('reason', reason)}` +
    `,"declarations":[${declared.join(',')}],"imports":[${imported.join(',')}],"calls":[${called.join(',')}]}`
  );
}

function referenceText(
  { references = [] }: FileFacts,
  { index, outcome }: ResolvedReferences['found'][number],
  within: (index: number) => string,
): string {
  const { name, kind, line, within: around } = at(references, index);
  return `{"name":${quote(name)},"kind":"${kind}","line":${line},"within":${within(around)}${linkText(outcome)}}`;
}

/** Only those that are not 0. */
function referenceCounts({ references_truncated }: FileFacts, { references }: FileRelations): string {
  const { external, unresolved } = references;
  return (
    (external === 0 ? '' : `,"external_references":${external}`) +
    (unresolved === 0 ? '' : `,"unresolved_references":${unresolved}`) +
    (references_truncated === true ? ',"references_truncated":true' : '')
  );
}

/**
 * The property `bases` of each declaration, empty without one. Called in the order of the declarations.
 *
 * @param links one for each base of each declaration; empty if they were not resolved
 */
function basesTexts(declarations: readonly DeclarationFacts[], links: readonly Outcome[]): (index: number) => string {
  let next = 0;
  return (index) => {
    const { bases = [] } = at(declarations, index);
    if (bases.length === 0 || links.length === 0) return '';
    const rows = bases.map(({ name, kind }) => {
      return `{"name":${quote(name)},"kind":"${kind}"${linkText(at(links, next++))}}`;
    });
    return `,"bases":[${rows.join(',')}]`;
  };
}

function declarationText(facts: DeclarationFacts, id: string, isTest: boolean, bases: string): string {
  return (
    `{"id":${id},"kind":"${facts.kind}","name":${quote(facts.name)},"qualified_name":${quote(facts.qualified_name)}` +
    `,"parameters":${quoteList(facts.parameters)}${optional('returns', facts.returns)},"exported":${facts.exported}` +
    `,"start_line":${facts.start_line},"end_line":${facts.end_line}` +
    `,"start_byte":${facts.start_byte},"end_byte":${facts.end_byte},"nodes":${facts.nodes},"is_test":${isTest}` +
    optional('function_body', facts.function_body) +
    optional('function_shape', facts.function_shape) +
    `${optional('tree_hash', facts.tree_hash)}${bases}}`
  );
}

function importText(facts: FileFacts, link: ResolvedImport): string {
  const source = at(facts.imports, link.index);
  const names = link.names.map((name) => `{"name":${quote(name.name)}${optional('alias', name.alias)}}`);
  return (
    `{"specifier":${quote(source.specifier)},"names":[${names.join(',')}],"line":${source.line}` +
    (source.lookup === 'class' ? ',"reference":true' : '') +
    `,"conditional":${source.conditional},"phase":"${link.phase}"` +
    `,"state":"${link.state}"${optional('path', link.path)}` +
    (link.candidates === undefined ? '' : `,"candidates":${quoteList(link.candidates)}`) +
    `${optional('rule', link.rule)}${optional('reason', link.reason)}}`
  );
}

function callLink({ calls: { state, via, candidates, reason } }: FileRelations, index: number): Outcome {
  return {
    state: at(state, index),
    via: at(via, index),
    candidates: at(candidates, index),
    reason: at(reason, index),
  };
}

function linkText({ state, via, candidates, reason }: Outcome): string {
  return `,"state":"${state}"${optional('via', via)},"candidates":${quoteList(candidates)}${optional('reason', reason)}`;
}

/** @throws RangeError when the columns of a list differ in length, which is a bug */
function at<T>(list: readonly T[], index: number): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`a fact list ends before its row ${index}`);
  return value;
}
