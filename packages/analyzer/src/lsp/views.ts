import { type CodeLens, type Hover, type Location, MarkupKind, type Position } from 'vscode-languageserver/node';
import { COMMANDS } from './actions.ts';
import {
  copiesIn,
  copyAt,
  type FileView,
  KINDS,
  likenessOf,
  locationOf,
  othersIn,
  othersOf,
  rangeOfFound,
  SHOWN,
  SHOWN_IN_FILE,
  titleOf,
} from './found-copies.ts';

/** Lenses without their command, which `resolvedLens` adds for those that an editor shows. */
export function lensesOf(view: FileView): CodeLens[] {
  return copiesIn(view)
    .slice(0, SHOWN_IN_FILE)
    .map((found) => ({ range: rangeOfFound(found, view), data: view.uriOf(view.path) }));
}

/** A lens with its command; with an empty one if the copy is gone. */
export function resolvedLens(view: FileView, lens: CodeLens): CodeLens {
  const { line, character } = lens.range.start;
  const atLine = copiesIn(view).filter(({ copy }) => copy.start_line === line + 1);
  const found = atLine.find((it) => rangeOfFound(it, view).start.character === character) ?? atLine[0];
  if (found === undefined) return { ...lens, command: { title: '', command: '' } };
  const number = othersIn(found);
  const title = `${number} other ${number === 1 ? 'copy' : 'copies'} (${KINDS[found.family.kind]})`;
  const locations = othersOf(found, SHOWN).map((it) => locationOf(it, view));
  const { range } = lens;
  return {
    range,
    command: { title, command: COMMANDS.showCopies, arguments: [view.uriOf(view.path), range.start, locations] },
  };
}

export function hoverOf(view: FileView, position: Position): Hover | undefined {
  const found = copyAt(view, position);
  if (found === undefined) return undefined;
  const { family } = found;
  const id = family.id === null ? '' : `, \`${family.id}\``;
  const head = `**${family.copies.length} copies: ${KINDS[family.kind]}**, ${family.nodes} syntax nodes${id}`;
  const list = othersOf(found, SHOWN).map(
    (it) => `- [${escaped(titleOf(it))}](${view.uriOf(it.path)}#L${it.start_line})${likenessOf(it)}`,
  );
  const left = othersIn(found) - list.length;
  const value = [head, '', ...list, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  return { contents: { kind: MarkupKind.Markdown, value }, range: rangeOfFound(found, view) };
}

/** The other copies of the code at a position; undefined without copies. */
export function otherCopies(view: FileView, position: Position, withItself: boolean): Location[] | undefined {
  const found = copyAt(view, position);
  if (found === undefined) return undefined;
  return (withItself ? found.family.copies : othersOf(found)).map((it) => locationOf(it, view));
}

/** Names of a project may contain Markdown. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]()<>#+!|~-]/g, '\\$&');
}
