import stringWidth from 'string-width';
import { cutNarrow, isNarrow } from './narrow.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Terminal columns of a text without control characters. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

/** Cuts a text to at most `width` columns, with `ellipsis` at the end. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (isNarrow(text)) return cutNarrow(text, width, ellipsis);
  if (stringWidth(text) <= width) return text;
  const available = width - ellipsis.length;
  if (available < 0) return '';
  let shown = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > available) break;
    shown += segment;
  }
  return shown + ellipsis;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
