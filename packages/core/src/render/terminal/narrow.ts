/** Common characters that take one column: ASCII, Latin letters, dashes, arrows and box-drawing lines. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2248\u2500-\u257f]*$/;

/** Whether each character takes one column, so that the width tables need not be loaded. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** Cuts a narrow text to at most `width` columns, with a narrow `ellipsis` at the end. */
export function cutNarrow(text: string, width: number, ellipsis: string): string {
  if (text.length <= width) return text;
  const available = width - ellipsis.length;
  return available < 0 ? '' : text.slice(0, available) + ellipsis;
}
