import type { Language } from '../corpus/files.ts';
import type { SampledFunction } from '../functions/sample.ts';
import { type Piece, pieces } from '../meaning/lexer.ts';
import { texts } from './skeleton.ts';

const NEW_NAME = 'injected_copy';
/** Prefixes of a member of the function's own object or class. */
const SELF = new Set(['this', 'self', 'cls', 'static']);
const ACCESS = new Set(['.', '->', '?->', '?.', '::']);

/**
 * The program with another name for the function, at its declaration and at recursive calls. Recognized without a
 * parser: a word after a member access is the function only if the function is a method and the object is its own.
 *
 * @returns undefined if the function has no plain name, or its name also occurs with another meaning or in a string
 */
export function withOwnName(
  { source, from, to, ownName, print }: SampledFunction,
  language: Language,
): string | undefined {
  const name = /^(?:[gs]et )?([A-Za-z_][A-Za-z0-9_]*)$/.exec(ownName.slice(ownName.lastIndexOf('.') + 1))?.[1];
  if (name === undefined || source.includes(NEW_NAME)) return undefined;
  if (texts(source, language).some((text) => text.includes(name))) return undefined;
  const marks = pieces(source, from, to).filter(({ kind }) => kind !== 'blank');
  const places: Piece[] = [];
  for (const [index, piece] of marks.entries()) {
    if (piece.text !== name) continue;
    const isDeclared = places.length === 0;
    if (!isDeclared && !refersToItself(marks, index, print.kind === 'method')) return undefined;
    places.push(piece);
  }
  if (places.length === 0) return undefined;
  let renamed = '';
  let copied = 0;
  for (const { from: at, to: end } of places) {
    renamed += source.slice(copied, at) + NEW_NAME;
    copied = end;
  }
  return renamed + source.slice(copied);
}

/** Whether a word is a recursive call; keys and locals of that name are not calls. */
function refersToItself(marks: readonly Piece[], index: number, isMethod: boolean): boolean {
  if (marks[index + 1]?.text !== '(') return false;
  const before = marks[index - 1]?.text ?? '';
  if (!ACCESS.has(before)) return !isMethod && before !== '$';
  return isMethod && SELF.has(marks[index - 2]?.text ?? '') && marks[index - 3]?.text !== '.';
}
