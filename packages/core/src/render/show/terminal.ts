import type { Place, Shown, ShownGroup } from '#show/model.ts';
import { sideLines } from '../check/side-lines.ts';
import { kindWord, percent } from '../kind-word.ts';
import { wrapped } from '../terminal/cells.ts';
import { relationLines } from '../terminal/fact-lines.ts';
import { grouped, plural } from '../terminal/numbers.ts';
import type { StyleOptions, Tone } from '../terminal/style.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';

/** Pairs of files of a relation, and places of a group. */
const SHOWN = 20;

export interface ShowOptions extends StyleOptions {
  /** Lines of the screen, for copies side by side. */
  rows?: number;
}

/** The copies of a target as terminal text: relations with their files, groups with their places, code side by side. */
export function* renderShown({ target, relations, groups, more }: Shown, options: ShowOptions): Generator<string> {
  const style = new TerminalStyle(options);
  if (relations.length === 0 && groups.length === 0)
    yield `${style.line('plain', `no copies in ${style.name(target)}`)}\n`;
  for (const relation of relations) {
    const [label, first = '', ...lines] = relationLines(relation, style);
    yield `${style.line('strong', `${label}  ${first}`)}\n`;
    for (const line of lines) for (const its of wrappedLines('faint', line, style)) yield `${its}\n`;
    for (const { left, right, equal_lines, left_lines, right_lines } of relation.pairs.slice(0, SHOWN)) {
      const lines = `${grouped(equal_lines)} of ${grouped(Math.max(left_lines, right_lines))} lines`;
      const pair = `${lines}  ${style.name(left)}  ${style.name(right)}`;
      for (const its of wrappedLines('plain', pair, style)) yield `${its}\n`;
    }
    const rest = relation.pairs.length - SHOWN;
    if (rest > 0) yield `${style.line('faint', `  and ${plural(rest, 'more pair')}: --format json`)}\n`;
    yield '\n';
  }
  for (const group of groups) for (const line of groupLines(group, style, options.rows)) yield `${line}\n`;
  if (more > 0) yield `${style.line('faint', `and ${plural(more, 'more group')}: --limit ${groups.length + more}`)}\n`;
}

/** Text that is not cut, because it has numbers and paths. */
function* wrappedLines(tone: Tone, text: string, style: TerminalStyle): Generator<string> {
  for (const [index, line] of wrapped(text, style.width - 4).entries())
    yield style.paint(tone, `${index === 0 ? '  ' : '    '}${line.trim()}`);
}

function* groupLines({ id, kind, places, sides }: ShownGroup, style: TerminalStyle, rows?: number): Generator<string> {
  const similarity = places.flatMap((place) => place.similarity ?? []);
  yield style.line('warning', `${id}  ${kindWord(kind, similarity)}, ${plural(places.length, 'copy', 'copies')}`);
  for (const place of places.slice(0, SHOWN)) yield* wrappedLines('plain', placeText(place, style), style);
  if (places.length > SHOWN)
    yield style.line('faint', `  and ${plural(places.length - SHOWN, 'more copy', 'more copies')}: --format json`);
  const [left, right] = [places[sides?.left ?? 0], places[sides?.right ?? 1]];
  if (sides !== undefined && left !== undefined && right !== undefined) {
    yield* sideLines({ original: left, copy: right, renames: sides.renames, rows: sides.rows }, style, rows);
  }
  yield '';
}

function placeText({ path, start_line, end_line, name, similarity }: Place, style: TerminalStyle): string {
  const lines = start_line === end_line ? `${start_line}` : `${start_line}-${end_line}`;
  const part = similarity === undefined || similarity === 1000 ? '' : ` (${percent(similarity)})`;
  return style.name(`${path}:${lines}${name === undefined ? '' : ` ${name}`}${part}`);
}
