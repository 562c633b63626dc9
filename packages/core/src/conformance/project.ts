import type { DeclarationKind } from '#parse/facts.ts';
import type { FileEntry, LinkState, Scan } from '#scan/model.ts';
import { OtherPaths } from './other-paths.ts';

/** What a contract can be held against: the facts of a project's files, plain and without source. */
export interface CodeProject {
  /** By path, in order. */
  files: ReadonlyMap<string, CodeFile>;
  /** Files that may hold code and were not read, with the reason, by path. */
  unread: ReadonlyMap<string, string>;
  /** Why a path of the project is not among the files; undefined when nothing of that path was seen. */
  leftOut(path: string): string | undefined;
}

export interface CodeFile {
  path: string;
  language: string;
  /** Why the file may hold more than is known of it. */
  gap: string | undefined;
  isTest: boolean;
  declarations: readonly CodeDeclaration[];
  imports: readonly CodeImport[];
  calls: readonly CodeCall[];
}

export interface CodeDeclaration {
  /** As calls name it. */
  id: string;
  kind: DeclarationKind;
  qualifiedName: string;
  startLine: number;
  endLine: number;
  exported: boolean;
  /** Kept nodes of its syntax. */
  nodes: number;
  /** Index of the last declaration inside it; its own when there is none. */
  last: number;
  isTest: boolean;
}

export interface CodeImport {
  specifier: string;
  names: readonly { name: string; alias?: string }[];
  line: number;
  state: LinkState;
  /** The file of the project that it leads to. */
  path: string | undefined;
  reason: string | undefined;
}

export interface CodeCall {
  /** Dotted; `…` for what is no name. */
  callee: string;
  line: number;
  /** Index of the innermost declaration around it, -1 for none. */
  within: number;
  state: LinkState;
  /** Ids of declarations. */
  candidates: readonly string[];
  reason: string | undefined;
}

/** The project that was scanned. */
export function projectOf(scan: Scan): CodeProject {
  const files = new Map<string, CodeFile>();
  const paths = new OtherPaths();
  for (const entry of scan.entries) {
    if (entry.kind !== 'file') paths.entry(entry.path, entry.kind, 'status' in entry);
    else if (entry.facts === undefined) paths.file(entry.path, entry.status);
    else files.set(entry.path, fileOf(entry, scan));
  }
  for (const { path, reason } of scan.exclusions) paths.exclusion(path, reason);
  return { files, unread: paths.unread, leftOut: (path) => paths.reason(path, files) };
}

function fileOf(entry: FileEntry, { relations }: Scan): CodeFile {
  const { path, language = '', facts } = entry;
  const related = relations.get(path);
  const declarations = (facts?.declarations ?? []).map((it, index) => ({
    id: related?.ids[index] ?? '',
    kind: it.kind,
    qualifiedName: it.qualified_name,
    startLine: it.start_line,
    endLine: it.end_line,
    exported: it.exported,
    nodes: it.nodes,
    last: index,
    isTest: related?.is_test[index] ?? entry.is_test,
  }));
  spanInner(declarations, (index) => facts?.declarations[index]?.within ?? -1);
  const imports = (related?.imports ?? []).map((it) => {
    const { specifier = '', line = 0 } = facts?.imports[it.index] ?? {};
    return { specifier, names: it.names, line, state: it.state, path: it.path, reason: it.reason };
  });
  const calls = (facts?.calls.callee ?? []).map((callee, index) => ({
    callee,
    line: facts?.calls.line[index] ?? 0,
    within: facts?.calls.within[index] ?? -1,
    state: related?.calls.state[index] ?? 'unresolved',
    candidates: related?.calls.candidates[index] ?? [],
    reason: related?.calls.reason[index] ?? undefined,
  }));
  const gap = gapOf(entry);
  return { path, language, gap, isTest: entry.is_test, declarations, imports, calls };
}

/**
 * Sets the last declaration inside each.
 *
 * @param within the innermost declaration around one, -1 for none; those inside another one follow it
 */
export function spanInner(declarations: readonly CodeDeclaration[], within: (index: number) => number): void {
  for (let index = declarations.length - 1; index >= 0; index--) {
    const outer = declarations[within(index)];
    if (outer !== undefined) outer.last = Math.max(outer.last, declarations[index]?.last ?? index);
  }
}

/** Why a file with facts may hold more than they say. */
export function gapOf({
  status,
  reason,
  dialect,
}: Pick<FileEntry, 'status' | 'reason' | 'dialect'>): string | undefined {
  if (status !== 'analyzed') return `the file is ${status}${reason === undefined ? '' : `: ${reason}`}`;
  return dialect === 'jsx' || dialect === 'tsx' ? 'what elements of JSX call is not listed' : undefined;
}
