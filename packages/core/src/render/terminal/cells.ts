import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** One column each, and most of what is ever shown: ASCII, Latin letters, dashes, arrows and lines. */
const NARROW = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2248\u2500-\u257f]*$/;

/** Columns that a terminal needs for the text, which holds no control character. */
export function widthOf(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** The text, cut to at most `width` columns with `ellipsis` where something is missing. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (widthOf(text) <= width) return text;
  const room = width - widthOf(ellipsis);
  if (room < 0) return '';
  if (NARROW.test(text)) return text.slice(0, room) + ellipsis;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > room) break;
    kept += segment;
  }
  return kept + ellipsis;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
