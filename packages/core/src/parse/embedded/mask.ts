import { BOM, hasBom } from './bom.ts';
import type { FoundCode } from './regions.ts';

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const SEMICOLON = 0x3b;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const IMPORT = Buffer.from('import');
/** Characters that would continue the statement of the region before. */
const CONTINUING = new Set(Buffer.from('([`+-/'));

/**
 * The code of a file: its bytes with all else replaced by spaces, so that lines and offsets are those of the file. A
 * region ends with CR, which ends a comment and does not start a line; the import of a script is written over its tag.
 */
export function maskedCode(source: Buffer, { regions, imports }: Pick<FoundCode, 'regions' | 'imports'>): Buffer {
  const code = Buffer.alloc(source.length, SPACE);
  for (let at = source.indexOf(LF); at >= 0; at = source.indexOf(LF, at + 1)) code[at] = LF;
  if (hasBom(source)) BOM.copy(code);
  for (const { tag, start, end } of imports) {
    IMPORT.copy(code, tag);
    source.copy(code, start - 1, start - 1, end + 1);
    endLine(code, end + 1);
  }
  for (const [index, { start, end }] of regions.entries()) {
    source.copy(code, start, start, end);
    endLine(code, end);
    if (index > 0 && continues(source, start, end)) code[start - 1] = SEMICOLON;
  }
  return code;
}

function endLine(code: Buffer, at: number): void {
  if (at < code.length && code[at] !== LF) code[at] = CR;
}

/** Whether the first token of a region would be read as part of the statement before. */
function continues(source: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (source[at] ?? 0) <= SPACE) at++;
  if (at === end || !CONTINUING.has(source[at] ?? 0)) return false;
  const isComment = source[at] === SLASH && (source[at + 1] === SLASH || source[at + 1] === ASTERISK);
  return !isComment;
}
