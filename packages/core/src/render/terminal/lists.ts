import { padEnd, padStart, widthOf } from './cells.ts';
import { grouped } from './numbers.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Maximum occurrences of a group, and paths of a status. */
export const SHOWN_LOCATIONS = 3;

export interface Line {
  label: string;
  count: string;
  text: string;
  /** A second line below the text. */
  below?: string;
}

export interface ListOptions {
  style: TerminalStyle;
  /** Maximum items. */
  most: number;
}

export function title(style: TerminalStyle, name: string, rest: string): string {
  return `\n${style.paint('strong', name)}${rest === '' ? '' : `  ${style.cut(rest, style.width - name.length - 2)}`}`;
}

export function* list<T>(
  items: readonly T[],
  { style, most }: ListOptions,
  line: (item: T, index: number) => Line,
): Generator<string> {
  yield* table(items.slice(0, most).map(line), style);
  if (items.length > most) {
    yield style.line('faint', `  ${style.glyphs.ellipsis} and ${grouped(items.length - most)} more with --detail full`);
  }
}

export function* table(lines: readonly Line[], style: TerminalStyle): Generator<string> {
  const label = lines.reduce((width, line) => Math.max(width, widthOf(line.label)), 0);
  const count = lines.reduce((width, line) => Math.max(width, widthOf(line.count)), 0);
  for (const line of lines) {
    const start = `  ${padEnd(line.label, label)}  ${padStart(line.count, count)}`;
    const text = style.cut(line.text, style.width - widthOf(start) - 2);
    yield text === '' ? start : `${start}  ${text}`;
    const { below = '' } = line;
    if (below !== '') yield `${' '.repeat(widthOf(start) + 2)}${style.cut(below, style.width - widthOf(start) - 2)}`;
  }
}

/** The first few texts, and the number of further ones. */
export function some(texts: readonly string[], style: TerminalStyle): string {
  const rest = texts.length - SHOWN_LOCATIONS;
  const shown = texts
    .slice(0, SHOWN_LOCATIONS)
    .map((text) => style.name(text))
    .join(', ');
  return rest > 0 ? `${shown} ${style.glyphs.ellipsis} +${grouped(rest)}` : shown;
}
