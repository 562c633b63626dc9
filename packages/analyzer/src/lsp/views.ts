import { ignoreComment } from '@analyzer/core/lists/ignored-ranges.ts';
import type { Copy, CopyFamily } from '@analyzer/core/session/model.ts';
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  type Diagnostic,
  DiagnosticSeverity,
  type Hover,
  type Location,
  MarkupKind,
  type Range,
  type TextEdit,
} from 'vscode-languageserver/node';

/** Command of a code lens. */
export const SHOW_COPIES = 'analyzer.showCopies';

/** What is known about an open file. */
export interface FileView {
  /** Relative to the project. */
  path: string;
  language: string;
  families: readonly CopyFamily[];
  /** Cycles through the file that did not exist when the server started. */
  cycles: readonly { example: readonly string[] /** 1-based, of an import that is part of it. */; line: number }[];
  uriOf: (path: string) => string;
  /** The text of a line, without indentation; 1-based. */
  rangeOf: (line: number) => Range;
  /** The blanks before a line, 1-based. */
  indentOf: (line: number) => string;
}

/** Maximum number of locations in one diagnostic, code lens or hover. */
const SHOWN = 20;
/** Maximum number of copies with a diagnostic and a code lens in a file, and of the locations in all these diagnostics. */
const SHOWN_IN_FILE = 300;

export function diagnosticsOf(view: FileView): Diagnostic[] {
  const copies = copiesIn(view);
  const shown = copies.slice(0, SHOWN_IN_FILE);
  const related = Math.min(SHOWN, Math.ceil(SHOWN_IN_FILE / Math.max(1, shown.length)));
  return [
    ...shown.map((it) => copyDiagnostic(it, view, related)),
    ...(copies.length > shown.length ? [leftOutDiagnostic(copies.length - shown.length, view)] : []),
    ...view.cycles.map((it) => cycleDiagnostic(it, view)),
  ];
}

/** Lenses without their command, which `resolvedLens` adds for those that an editor shows. */
export function lensesOf(view: FileView): CodeLens[] {
  return copiesIn(view)
    .slice(0, SHOWN_IN_FILE)
    .map(({ copy }) => ({ range: view.rangeOf(copy.start_line), data: view.uriOf(view.path) }));
}

/** A lens with its command; with an empty one if the copy is gone. */
export function resolvedLens(view: FileView, lens: CodeLens): CodeLens {
  const found = copiesIn(view).find(({ copy }) => copy.start_line === lens.range.start.line + 1);
  if (found === undefined) return { ...lens, command: { title: '', command: '' } };
  const number = othersIn(found);
  const title = `${number} other ${number === 1 ? 'copy' : 'copies'} (${KINDS[found.family.kind]})`;
  const locations = othersOf(found, SHOWN).map((it) => locationOf(it, view));
  const { range } = lens;
  return {
    range,
    command: { title, command: SHOW_COPIES, arguments: [view.uriOf(view.path), range.start, locations] },
  };
}

/** @param line 0-based */
export function hoverOf(view: FileView, line: number): Hover | undefined {
  const found = copyAt(view, line);
  if (found === undefined) return undefined;
  const { family, copy } = found;
  const id = family.id === null ? '' : `, \`${family.id}\``;
  const head = `**${family.copies.length} copies: ${KINDS[family.kind]}**, ${family.nodes} syntax nodes${id}`;
  const list = othersOf(found, SHOWN).map(
    (it) => `- [${escaped(titleOf(it))}](${view.uriOf(it.path)}#L${it.start_line})${likenessOf(it)}`,
  );
  const left = othersIn(found) - list.length;
  const value = [head, '', ...list, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: view.rangeOf(copy.start_line) };
}

/** The other copies of the code at a line, 0-based; undefined without copies. */
export function otherCopies(view: FileView, line: number, withItself: boolean): Location[] | undefined {
  const found = copyAt(view, line);
  if (found === undefined) return undefined;
  return (withItself ? found.family.copies : othersOf(found)).map((it) => locationOf(it, view));
}

/**
 * Edits that silence the innermost copy at a line, 0-based, by a comment. Its reason names another copy, so that it is valid
 * before the user writes a better one.
 */
export function silencingActions(view: FileView, line: number): CodeAction[] {
  const found = copyAt(view, line);
  if (found === undefined) return [];
  const { family, copy } = found;
  const reason = `copy of ${othersOf(found, 1).map(titleOf).join()}`;
  const isBlock = family.kind === 'block' || family.kind === 'block-shape';
  const { start } = view.rangeOf(copy.start_line);
  const inserted = (at: number, text: string): TextEdit => ({
    range: { start: { line: at, character: 0 }, end: { line: at, character: 0 } },
    newText: `${view.indentOf(start.line + 1)}${ignoreComment(view.language, text)}\n`,
  });
  const edits = isBlock
    ? [inserted(start.line, `start: ${reason}`), inserted(copy.end_line, 'end')]
    : [inserted(start.line, `next-function: ${reason}`)];
  const title = `Ignore this ${isBlock ? 'block' : 'copy'} with a comment`;
  return [{ title, kind: CodeActionKind.QuickFix, edit: { changes: { [view.uriOf(view.path)]: edits } } }];
}

interface Found {
  family: CopyFamily;
  copy: Copy;
}

/** The copies in the file, by line; of copies with the same lines the one that leads its family, else the first. */
function copiesIn({ path, families }: FileView): Found[] {
  const found = new Map<string, Found>();
  for (const family of families) {
    for (const copy of family.copies) {
      if (copy.path !== path) continue;
      const lines = `${copy.start_line}-${copy.end_line}`;
      if (!found.has(lines) || copy === family.copies[0]) found.set(lines, { family, copy });
    }
  }
  return [...found.values()].sort((a, b) => a.copy.start_line - b.copy.start_line);
}

/** Number of other copies. */
function othersIn({ family }: Found): number {
  return family.copies.length - 1;
}

/** The first of the other copies. */
function othersOf({ family, copy }: Found, limit = family.copies.length): Copy[] {
  return family.copies
    .slice(0, limit + 1)
    .filter((it) => it !== copy)
    .slice(0, limit);
}

/** The innermost copy at a line. */
function copyAt(view: FileView, line: number): Found | undefined {
  return copiesIn(view).findLast(({ copy }) => copy.start_line <= line + 1 && line + 1 <= copy.end_line);
}

/** @param related maximum number of locations */
function copyDiagnostic(found: Found, view: FileView, related: number): Diagnostic {
  const { family, copy } = found;
  const others = othersOf(found, related);
  const [first] = others;
  const more = othersIn(found) > 1 ? ` and ${othersIn(found) - 1} more` : '';
  return {
    range: view.rangeOf(copy.start_line),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: family.id ?? family.kind,
    message: `${KINDS[family.kind]}: ${first === undefined ? '' : `${titleOf(first)}${likenessOf(first)}`}${more}`,
    relatedInformation: others.map((it) => {
      return { location: locationOf(it, view), message: `${titleOf(it)}${likenessOf(it)}` };
    }),
  };
}

function leftOutDiagnostic(number: number, view: FileView): Diagnostic {
  return {
    range: view.rangeOf(1),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: 'more-copies',
    message: `${number} more copies in this file are not marked: analyzer scan lists all`,
  };
}

function cycleDiagnostic({ example, line }: FileView['cycles'][number], view: FileView): Diagnostic {
  return {
    range: view.rangeOf(line),
    severity: DiagnosticSeverity.Warning,
    source: 'analyzer',
    code: 'import-cycle',
    message: `new import cycle: ${[...example.slice(0, SHOWN), example.length > SHOWN ? '…' : example[0]].join(' -> ')}`,
    relatedInformation: example.slice(0, SHOWN).map((path) => ({
      location: { uri: view.uriOf(path), range: lines(1, 1) },
      message: path,
    })),
  };
}

const KINDS: Readonly<Record<CopyFamily['kind'], string>> = {
  'function-body': 'identical',
  'function-shape': 'identical up to renaming',
  near: 'similar',
  block: 'identical block',
  'block-shape': 'block, identical up to renaming',
};

function likenessOf({ similarity }: Copy): string {
  return similarity === undefined ? '' : `, ${Math.floor(similarity / 10)} % similar`;
}

function titleOf({ name, path, start_line }: Copy): string {
  return name === '' ? `${path}:${start_line}` : `${name} in ${path}:${start_line}`;
}

function locationOf({ path, start_line, end_line }: Copy, view: FileView): Location {
  return { uri: view.uriOf(path), range: lines(start_line, end_line) };
}

/** Complete lines; 1-based, inclusive. */
function lines(start: number, end: number): Range {
  return { start: { line: start - 1, character: 0 }, end: { line: end, character: 0 } };
}

/** Names of a project may contain Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+!|~-]/g, '\\$&');
}
