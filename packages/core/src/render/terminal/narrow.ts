/** One column each, and most of what is ever shown: ASCII, Latin letters, dashes, arrows and lines. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2248\u2500-\u257f]*$/;

/** Whether each character takes one column, so that nobody need load the tables that tell. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

/** A narrow text, cut to at most `width` columns with a narrow `ellipsis` where something is missing. */
export function cutNarrow(text: string, width: number, ellipsis: string): string {
  if (text.length <= width) return text;
  const room = width - ellipsis.length;
  return room < 0 ? '' : text.slice(0, room) + ellipsis;
}
