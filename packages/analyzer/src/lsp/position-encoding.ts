import type { Position } from 'vscode-languageserver/node';
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';

/** What a client counts in a line. */
export type PositionEncoding = 'utf-8' | 'utf-16' | 'utf-32';

const WIDTHS: Readonly<Record<PositionEncoding, (character: string) => number>> = {
  'utf-8': (character) => Buffer.byteLength(character),
  'utf-16': (character) => character.length,
  'utf-32': () => 1,
};

/** The first one that a client offers and the server has; UTF-16 is the one of clients that offer none. */
export function chosenEncoding(offered: unknown): PositionEncoding {
  const all: unknown[] = Array.isArray(offered) ? offered : [];
  for (const its of all) if (its === 'utf-8' || its === 'utf-16' || its === 'utf-32') return its;
  return 'utf-16';
}

/** @param position in UTF-16 */
export function positionFor(encoding: PositionEncoding, document: TextDocument, position: Position): Position {
  if (encoding === 'utf-16') return position;
  const { line, character } = position;
  const before = lineOf(document, line).slice(0, character);
  // A line can have megabytes, and several hundred positions.
  if (encoding === 'utf-8') return { line, character: Buffer.byteLength(before) };
  let characters = 0;
  for (const _ of before) characters++;
  return { line, character: characters };
}

/** @returns the position in UTF-16; inside of a character its start, after the line its end */
export function positionFrom(encoding: PositionEncoding, document: TextDocument, position: Position): Position {
  if (encoding === 'utf-16') return position;
  const { line, character } = position;
  const width = WIDTHS[encoding];
  let [encoded, decoded] = [0, 0];
  for (const its of lineOf(document, line)) {
    encoded += width(its);
    if (encoded > character) break;
    decoded += its.length;
  }
  return { line, character: decoded };
}

/** The documents of an editor, with the positions of its changes. */
export function documentsIn(encoding: () => PositionEncoding) {
  return {
    create: TextDocument.create,
    update: (document: TextDocument, changes: TextDocumentContentChangeEvent[], version: number): TextDocument => {
      let now = document;
      // Each change is of the text after the one before it.
      for (const change of changes) now = TextDocument.update(now, [decoded(change, now, encoding())], version);
      return changes.length === 0 ? TextDocument.update(now, [], version) : now;
    },
  };
}

function decoded(
  change: TextDocumentContentChangeEvent,
  document: TextDocument,
  encoding: PositionEncoding,
): TextDocumentContentChangeEvent {
  if (encoding === 'utf-16' || !('range' in change)) return change;
  const { start, end } = change.range;
  const range = { start: positionFrom(encoding, document, start), end: positionFrom(encoding, document, end) };
  return { text: change.text, range };
}

/** Without the end of the line. */
function lineOf(document: TextDocument, line: number): string {
  const text = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } });
  return text.replace(/[\r\n]+$/, '');
}
