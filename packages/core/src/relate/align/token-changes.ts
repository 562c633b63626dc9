import type { TokenRecord } from '#parse/facts.ts';
import { align, type Range } from './align.ts';

/** Texts of leaves of one function that the other one has instead of its own; one of the lists can be empty. */
export interface TokenChange {
  /** Line of the first removed leaf, or of the leaf before the added ones, in the first function. */
  line: number;
  /** The same in the second function. */
  ownLine: number;
  removed: string[];
  added: string[];
}

/** The differences of two similar functions, in order. References of a function to itself are equal. */
export function tokenChanges(first: TokenRecord, second: TokenRecord): TokenChange[] {
  return align(keysOf(first), keysOf(second)).map(({ left, right }) => ({
    line: lineOf(first, left),
    ownLine: lineOf(second, right),
    removed: textsOf(first, left),
    added: textsOf(second, right),
  }));
}

function keysOf({ role, kind, text }: TokenRecord): string[] {
  return role.map((its, leaf) => (its === 'self' ? 'self' : `${its} ${kind[leaf]} ${text[leaf]}`));
}

/** A leaf without text is a token or a node of a fixed form, which its kind names, or a mark of the grammar. */
function textsOf({ kind, text }: TokenRecord, { start, end }: Range): string[] {
  const kinds = kind.slice(start, end);
  return text
    .slice(start, end)
    .map((its, index) => its || fixedText(kinds[index] ?? ''))
    .filter((its) => its !== '');
}

function fixedText(kind: string): string {
  return KEYWORD_TYPE.exec(kind)?.[1]?.toLowerCase() ?? FIXED.exec(kind)?.[1] ?? '';
}

/** A TypeScript type that is a keyword, such as TSStringKeyword. */
const KEYWORD_TYPE = /^TS(\w+)Keyword$/;

/** A token of a tree-sitter grammar, or the type of an ESTree node. */
const FIXED = /^(?:'(?=.)|(?=[A-Z]))(.+)$/s;

function lineOf({ line }: TokenRecord, { start, end }: Range): number {
  return line[end > start ? start : Math.max(0, start - 1)] ?? 1;
}
