import type { DeclarationKind } from '#parse/facts.ts';
import type { FileEntry, LinkState, Scan } from '#scan/model.ts';

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

/** Data, text and pictures. */
const NO_CODE = ['analyzed', 'inventory', 'binary'];

/** The project that was scanned. */
export function projectOf(scan: Scan): CodeProject {
  const files = new Map<string, CodeFile>();
  const others = new Map<string, string>();
  const unread = new Map<string, string>();
  for (const entry of scan.entries) {
    if (entry.kind === 'file' && entry.facts !== undefined) files.set(entry.path, fileOf(entry, scan));
    else if (entry.kind === 'file' && !NO_CODE.includes(entry.status)) unread.set(entry.path, entry.status);
    if (entry.kind !== 'file' || entry.facts === undefined)
      others.set(entry.path, 'status' in entry && entry.status !== undefined ? entry.status : entry.kind);
  }
  for (const { path, reason } of scan.exclusions) others.set(path.replace(/\/$/, ''), `left out by ${reason}`);
  return { files, unread, leftOut: (path) => reasonAbove(path, others) };
}

/** What became of a path or of a folder that it is in. */
function reasonAbove(path: string, others: ReadonlyMap<string, string>): string | undefined {
  const own = others.get(path);
  if (own !== undefined) return own;
  for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
    const reason = others.get(path.slice(0, slash));
    if (reason?.startsWith('left out') === true) return reason;
  }
  return undefined;
}

function fileOf(entry: FileEntry, { relations }: Scan): CodeFile {
  const { path, language = '', facts, dialect } = entry;
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
  // Those inside another one follow it.
  for (let index = declarations.length - 1; index >= 0; index--) {
    const outer = declarations[facts?.declarations[index]?.within ?? -1];
    if (outer !== undefined) outer.last = Math.max(outer.last, declarations[index]?.last ?? index);
  }
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
  const gap = gapOf(entry, dialect);
  return { path, language, gap, isTest: entry.is_test, declarations, imports, calls };
}

function gapOf({ status, reason }: FileEntry, dialect: string | undefined): string | undefined {
  if (status !== 'analyzed') return `the file is ${status}${reason === undefined ? '' : `: ${reason}`}`;
  return dialect === 'jsx' || dialect === 'tsx' ? 'what elements of JSX call is not listed' : undefined;
}
