/** Common characters that take one column: ASCII, Latin letters, dashes, arrows and box-drawing lines. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2248\u2500-\u257f]*$/;

/** Whether each character takes one column, so that the width tables need not be loaded. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Cuts a narrow text to at most `width` columns, with a narrow `ellipsis` at the end. A number is shown completely, or not. */
export function cutNarrow(text: string, width: number, ellipsis: string): string {
  if (text.length <= width) return text;
  const available = width - ellipsis.length;
  return available < 0 ? '' : text.slice(0, endBeforeNumber(text, available)) + ellipsis;
}

/** Characters of numbers and of ranges of lines. */
const OF_NUMBER = /[0-9.,:-]/;

/**
 * @param end where a text is cut, in UTF-16 units
 * @returns the same, or the start of the number that it would cut
 */
export function endBeforeNumber(text: string, end: number): number {
  let start = end;
  while (start > 0 && OF_NUMBER.test(text[start - 1] ?? '')) start--;
  let last = end;
  while (last < text.length && OF_NUMBER.test(text[last] ?? '')) last++;
  const isNumber = /[0-9]/.test(text.slice(end, last)) && start < end;
  return isNumber ? start : end;
}
