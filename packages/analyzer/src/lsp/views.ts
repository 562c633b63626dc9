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

/** Maximum number of locations in one diagnostic or hover. */
const SHOWN = 20;

export function diagnosticsOf(view: FileView): Diagnostic[] {
  return [
    ...copiesIn(view).map((it) => copyDiagnostic(it, view)),
    ...view.cycles.map((it) => cycleDiagnostic(it, view)),
  ];
}

export function lensesOf(view: FileView): CodeLens[] {
  return copiesIn(view).map(({ family, copy, others }) => {
    const range = view.rangeOf(copy.start_line);
    const title = `${others.length} other ${others.length === 1 ? 'copy' : 'copies'} (${KINDS[family.kind]})`;
    const locations = others.map((it) => locationOf(it, view));
    return {
      range,
      command: { title, command: SHOW_COPIES, arguments: [view.uriOf(view.path), range.start, locations] },
    };
  });
}

/** @param line 0-based */
export function hoverOf(view: FileView, line: number): Hover | undefined {
  const found = copyAt(view, line);
  if (found === undefined) return undefined;
  const { family, copy, others } = found;
  const id = family.id === null ? '' : `, \`${family.id}\``;
  const head = `**${family.copies.length} copies: ${KINDS[family.kind]}**, ${family.nodes} syntax nodes${id}`;
  const list = others
    .slice(0, SHOWN)
    .map((it) => `- [${escaped(titleOf(it))}](${view.uriOf(it.path)}#L${it.start_line})${likenessOf(it)}`);
  const left = others.length > SHOWN ? [`- and ${others.length - SHOWN} more`] : [];
  const value = [head, '', ...list, ...left].join('\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: view.rangeOf(copy.start_line) };
}

/** The other copies of the code at a line, 0-based; undefined without copies. */
export function otherCopies(view: FileView, line: number, withItself: boolean): Location[] | undefined {
  const found = copyAt(view, line);
  if (found === undefined) return undefined;
  return (withItself ? found.family.copies : found.others).map((it) => locationOf(it, view));
}

/**
 * Edits that silence the innermost copy at a line, 0-based, by a comment. Its reason names another copy, so that it is valid
 * before the user writes a better one.
 */
export function silencingActions(view: FileView, line: number): CodeAction[] {
  const found = copyAt(view, line);
  if (found === undefined) return [];
  const { family, copy, others } = found;
  const reason = `copy of ${others.slice(0, 1).map(titleOf).join()}`;
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
  others: Copy[];
}

/** The copies in the file, by line. */
function copiesIn({ path, families }: FileView): Found[] {
  const found = families.flatMap((family) =>
    family.copies.flatMap((copy) => {
      const others = family.copies.filter((it) => it !== copy);
      return copy.path === path ? { family, copy, others } : [];
    }),
  );
  return found.sort((a, b) => a.copy.start_line - b.copy.start_line);
}

/** The innermost copy at a line. */
function copyAt(view: FileView, line: number): Found | undefined {
  return copiesIn(view).findLast(({ copy }) => copy.start_line <= line + 1 && line + 1 <= copy.end_line);
}

function copyDiagnostic({ family, copy, others }: Found, view: FileView): Diagnostic {
  const [first] = others;
  const more = others.length > 1 ? ` and ${others.length - 1} more` : '';
  return {
    range: view.rangeOf(copy.start_line),
    severity: DiagnosticSeverity.Information,
    source: 'analyzer',
    code: family.id ?? family.kind,
    message: `${KINDS[family.kind]}: ${first === undefined ? '' : `${titleOf(first)}${likenessOf(first)}`}${more}`,
    relatedInformation: others.slice(0, SHOWN).map((it) => {
      return { location: locationOf(it, view), message: `${titleOf(it)}${likenessOf(it)}` };
    }),
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
