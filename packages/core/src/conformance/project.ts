import type { DeclarationKind, ImportPhase, ReferenceKind } from '#parse/facts.ts';
import type { FileEntry, FileRelations, LinkState, Scan } from '#scan/model.ts';
import { namedValuesOf } from './named-in-text.ts';
import { OtherPaths } from './other-paths.ts';
import { SourceText } from './source-text.ts';

/** The input of a check: the facts of a project's files, and their texts if they are known. */
export interface CodeProject {
  /** By path, in order. */
  files: ReadonlyMap<string, CodeFile>;
  /** Status of files that may contain code but were not read, by path. */
  unread: ReadonlyMap<string, string>;
  /** Why a path is not among the files; undefined for an unknown path. */
  unreadReason(path: string): string | undefined;
}

export interface CodeFile {
  path: string;
  language: string;
  /** Why the facts of the file may be incomplete. */
  gap: string | undefined;
  isTest: boolean;
  /** It uses the product as code outside of the project does: an example, a benchmark, or the configuration of a tool. */
  isApart: boolean;
  declarations: readonly CodeDeclaration[];
  imports: readonly CodeImport[];
  /** Classes that the code names without importing them (PHP). */
  references: readonly CodeImport[];
  calls: readonly CodeCall[];
  /** Functions and methods that are used other than by a call, each once for each enclosing declaration. */
  uses: readonly CodeUse[];
  /** Names that are used other than by a call: what the file binds, and globals of the language; undefined if not known. */
  named: readonly CodeName[] | undefined;
  /** By the name of an export: its other name in the file. Empty for a file of an index. */
  renamed: ReadonlyMap<string, string>;
  /** Absent without the texts of the project. */
  source?: SourceText;
}

/** A name that is used other than by a call, or as a type: as written, and once for each enclosing declaration. */
export interface CodeName {
  name: string;
  kind: ReferenceKind;
  /** Of its first use in the declaration. */
  line: number;
  /** Index of the innermost enclosing declaration, -1 for none. */
  within: number;
}

export interface CodeUse {
  /** Index of the innermost enclosing declaration, -1 for none. */
  within: number;
  /** Id of the declaration that is used. */
  target: string;
}

export interface CodeDeclaration {
  /** The id that calls refer to. */
  id: string;
  kind: DeclarationKind;
  qualifiedName: string;
  /** As written. */
  parameters: readonly string[];
  returns: string | undefined;
  /** Names of the bases of a class or interface, as written. */
  bases: readonly string[];
  startLine: number;
  endLine: number;
  exported: boolean;
  /** Number of syntax nodes. */
  nodes: number;
  /** Index of the last nested declaration; its own index without nested declarations. */
  last: number;
  isTest: boolean;
}

export interface CodeImport {
  specifier: string;
  names: readonly { name: string; alias?: string }[];
  line: number;
  state: LinkState;
  /** The file of the project that it resolves to. */
  path: string | undefined;
  reason: string | undefined;
  phase: ImportPhase;
}

export interface CodeCall {
  /** Dotted; `…` replaces a part that is not a name. */
  callee: string;
  line: number;
  /** Index of the innermost enclosing declaration, -1 for none. */
  within: number;
  state: LinkState;
  /** Ids of declarations. */
  candidates: readonly string[];
  reason: string | undefined;
}

/** Names of the methods that run when an object of a class is created. */
export const CONSTRUCTORS: readonly string[] = ['constructor', '__init__', '__construct'];

/**
 * The project of a scan.
 *
 * @param texts of its files by path, as of `textsOf`; without them more is not known
 */
export function projectOf(scan: Scan, texts?: ReadonlyMap<string, string>): CodeProject {
  const files = new Map<string, CodeFile>();
  const paths = new OtherPaths();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file') paths.entry(entry.path, entry.kind, 'status' in entry);
    else if (entry.facts === undefined) paths.file(entry.path, entry.status);
    else files.set(entry.path, withText(fileOf(entry, scan), sourceOf(entry, texts)));
  }
  for (const { path, reason } of scan.exclusions) paths.exclusion(path, reason);
  return { files, unread: paths.unread, unreadReason: (path) => paths.reason(path, files) };
}

function sourceOf({ path, facts }: FileEntry, texts: ReadonlyMap<string, string> | undefined): SourceText | undefined {
  const text = texts?.get(path);
  return text === undefined ? undefined : new SourceText(text, facts?.declarations ?? []);
}

function withText(file: CodeFile, source: SourceText | undefined): CodeFile {
  if (source === undefined) return file;
  return { ...file, source, named: file.named && namedValuesOf(file, source) };
}

function fileOf(entry: FileEntry, { relations }: Scan): CodeFile {
  const { path, language = '', facts } = entry;
  const related = relations.get(path);
  const declarations = (facts?.declarations ?? []).map((it, index) => ({
    id: related?.ids[index] ?? '',
    kind: it.kind,
    qualifiedName: it.qualified_name,
    parameters: it.parameters,
    returns: it.returns,
    bases: it.bases?.map(({ name }) => name) ?? [],
    startLine: it.start_line,
    endLine: it.end_line,
    exported: it.exported,
    nodes: it.nodes,
    last: index,
    isTest: related?.is_test[index] ?? entry.is_test,
  }));
  spanInner(declarations, (index) => facts?.declarations[index]?.within ?? -1);
  const imports: CodeImport[] = [];
  const references: CodeImport[] = [];
  for (const { index, names, state, path: target, reason, phase } of related?.imports ?? []) {
    const { specifier = '', line = 0, lookup } = facts?.imports[index] ?? {};
    const list = lookup === 'class' ? references : imports;
    list.push({ specifier, names, line, state, path: target, reason, phase });
  }
  const calls = (facts?.calls.callee ?? []).map((callee, index) => ({
    callee,
    line: facts?.calls.line[index] ?? 0,
    within: facts?.calls.within[index] ?? -1,
    state: related?.calls.state[index] ?? 'unresolved',
    candidates: related?.calls.candidates[index] ?? [],
    reason: related?.calls.reason[index] ?? undefined,
  }));
  const gap = gapOf(entry);
  const uses = usesOf(facts, related);
  const named = namedBy(facts);
  const isApart = entry.is_example || entry.is_benchmark || entry.is_configuration === true;
  const renamed = new Map(facts?.exports?.map(({ name, local }) => [name, local]));
  const code = { declarations, imports, references, calls, uses, named, renamed };
  return { path, language, gap, isTest: entry.is_test, isApart, ...code };
}

function namedBy(facts: FileEntry['facts']): CodeName[] | undefined {
  if (facts?.references_truncated === true) return undefined;
  const isInType = (within: number) => ['type', 'interface'].includes(facts?.declarations[within]?.kind ?? '');
  const used = (facts?.references ?? []).filter(({ kind, within }) => kind !== 'type' && !isInType(within));
  return used.map(({ name, kind, line, within }) => ({ name, kind, line, within }));
}

/** How a function is used that can be called later. */
export const USED_TO_CALL: readonly ReferenceKind[] = ['value', 'decorator', 'jsx'];

function usesOf(facts: FileEntry['facts'], related: FileRelations | undefined): CodeUse[] {
  const known = new Set<string>();
  const uses: CodeUse[] = [];
  for (const { index, outcome } of related?.references.found ?? []) {
    const its = facts?.references?.[index];
    if (its === undefined || !USED_TO_CALL.includes(its.kind)) continue;
    for (const target of outcome.candidates) {
      const key = `${its.within} ${target}`;
      if (known.has(key)) continue;
      known.add(key);
      uses.push({ within: its.within, target });
    }
  }
  return uses;
}

/** Whether an import exists for type checkers only. */
export function isTypeOnly({ phase }: Pick<CodeImport, 'phase'>): boolean {
  return phase === 'type_only' || phase === 'type_checking';
}

/**
 * Sets `last` of each declaration. Nested declarations must follow the enclosing one.
 *
 * @param within returns the index of the innermost enclosing declaration, -1 for none
 */
export function spanInner(declarations: readonly CodeDeclaration[], within: (index: number) => number): void {
  for (let index = declarations.length - 1; index >= 0; index--) {
    const outer = declarations[within(index)];
    if (outer !== undefined) outer.last = Math.max(outer.last, declarations[index]?.last ?? index);
  }
}

/** Of imports, nothing is missing. */
export const JSX_GAP = 'calls of JSX elements are not listed';

/** Why the facts of a file may be incomplete. */
export function gapOf({
  status,
  reason,
  dialect,
}: Pick<FileEntry, 'status' | 'reason' | 'dialect'>): string | undefined {
  if (status !== 'analyzed') return `the file is ${status}${reason === undefined ? '' : `: ${reason}`}`;
  return dialect === 'jsx' || dialect === 'tsx' ? JSX_GAP : undefined;
}

/** Whether an import binds only such names. */
export function bindsOnly({ names }: Pick<CodeImport, 'names'>, known: ReadonlySet<string>): boolean {
  return names.length > 0 && names.every(({ name }) => known.has(name));
}
