import stringWidth from 'string-width';
import { cutNarrow, endBeforeNumber, isNarrow } from './narrow.ts';

let segmenter: Intl.Segmenter | undefined;

/** Made once, by the first text that needs it: that takes some milliseconds. */
function graphemes(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Terminal columns of a text without control characters. */
export function widthOf(text: string): number {
  return isNarrow(text) ? text.length : stringWidth(text);
}

/** Cuts a text to at most `width` columns, with `ellipsis` at the end. A number is shown completely, or not. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (isNarrow(text)) return cutNarrow(text, width, ellipsis);
  if (stringWidth(text) <= width) return text;
  const available = width - ellipsis.length;
  if (available < 0) return '';
  let shown = '';
  let used = 0;
  for (const { segment } of graphemes(text)) {
    used += widthOf(segment);
    if (used > available) break;
    shown += segment;
  }
  return shown.slice(0, endBeforeNumber(text, shown.length)) + ellipsis;
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}

/** Lines of at most `width` columns, broken at spaces; a longer word is a line. */
export function wrapped(text: string, width: number): string[] {
  if (widthOf(text) <= width) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
