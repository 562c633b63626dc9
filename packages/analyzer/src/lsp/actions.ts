import { ignoreComment } from '@analyzer/core/lists/ignored-ranges.ts';
import type { MissedEdit } from '@analyzer/core/missed/model.ts';
import { isDrafted } from '@analyzer/core/render/draft/wording.ts';
import { type CodeAction, CodeActionKind, type Position, type TextEdit } from 'vscode-languageserver/node';
import { copyAt, type FileView, type Found, locationOf, othersOf, rangeOfFound, titleOf } from './found-copies.ts';

/** Commands of the server. */
export const COMMANDS = {
  /** Opens the next copy of a code lens. Arguments: the URI and the position of a copy. */
  showCopies: 'analyzer.showCopies',
  /** Argument: a location. */
  open: 'analyzer.open',
  /** Shows the differences of two locations. */
  compare: 'analyzer.compare',
  /** Shows one function for copies. Arguments: the URI and the position of a copy. */
  draft: 'analyzer.draft',
  /** Shows an edit in a copy that lacks it. Arguments: the URI of the edited file, the id of the edit, the number of the copy. */
  showMerge: 'analyzer.showMerge',
} as const;

/** Maximum number of other copies with actions. */
const OFFERED = 3;

/** What an editor offers at a position. */
export function actionsAt(view: FileView, position: Position): CodeAction[] {
  const { line } = position;
  const found = copyAt(view, position);
  const edits = view.edits.filter(({ edited }) => edited.start_line <= line + 1 && line + 1 <= edited.end_line);
  return [
    ...(found === undefined
      ? []
      : [...openings(found, view), ...comparisons(found, view), ...drafts(found, view), silencing(found, view)]),
    ...edits.flatMap((edit) => merges(edit, view)),
  ];
}

function action(title: string, command: string, args: unknown[]): CodeAction {
  return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: args } };
}

function openings(found: Found, view: FileView): CodeAction[] {
  return othersOf(found, OFFERED).map((it) => action(`Open ${titleOf(it)}`, COMMANDS.open, [locationOf(it, view)]));
}

function comparisons(found: Found, view: FileView): CodeAction[] {
  return othersOf(found, OFFERED).map((it) =>
    action(`Compare with ${titleOf(it)}`, COMMANDS.compare, [locationOf(found.copy, view), locationOf(it, view)]),
  );
}

/** One function for copies of functions, in the languages that are drafted. */
function drafts(found: Found, view: FileView): CodeAction[] {
  const { family } = found;
  const isBlock = family.kind === 'block' || family.kind === 'block-shape';
  if (isBlock || !isDrafted(view.language)) return [];
  const title = `Show one function for these ${family.copies.length} copies`;
  return [action(title, COMMANDS.draft, [view.uriOf(view.path), rangeOfFound(found, view).start])];
}

function merges({ id, copies }: MissedEdit, view: FileView): CodeAction[] {
  return copies
    .slice(0, OFFERED)
    .map(({ path, start_line }, at) =>
      action(`Show this change in ${path}:${start_line}`, COMMANDS.showMerge, [view.uriOf(view.path), id, at]),
    );
}

/**
 * Silences a copy by a comment. Its reason names another copy, so that it is valid before the user writes a better one.
 */
function silencing(found: Found, view: FileView): CodeAction {
  const { family, copy } = found;
  const reason = `copy of ${othersOf(found, 1).map(titleOf).join()}`;
  const isBlock = family.kind === 'block' || family.kind === 'block-shape';
  const line = copy.start_line - 1;
  const inserted = (at: number, text: string): TextEdit => ({
    range: { start: { line: at, character: 0 }, end: { line: at, character: 0 } },
    newText: `${view.text.indentOf(copy.start_line)}${ignoreComment(view.language, text)}\n`,
  });
  const edits = isBlock
    ? [inserted(line, `start: ${reason}`), inserted(copy.end_line, 'end')]
    : [inserted(line, `next-function: ${reason}`)];
  const title = `Ignore this ${isBlock ? 'block' : 'copy'} with a comment`;
  return { title, kind: CodeActionKind.QuickFix, edit: { changes: { [view.uriOf(view.path)]: edits } } };
}
