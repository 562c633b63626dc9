import type { Diff } from '#diff/model.ts';
import { padEnd, widthOf } from '../terminal/cells.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import type { Detail, TerminalOptions } from '../terminal.ts';
import type { Section, SectionRow } from './section.ts';
import { sectionsOf } from './sections.ts';
import { verdictOf } from './verdict.ts';

/** Maximum rows of a section; detail `full` and JSON have all. */
const SHOWN = 20;
/** Maximum width of the location column; a wider location shifts only its own row. */
const WIDEST_LOCATION = 44;

/**
 * A diff as terminal text: declarations, links and files by section, then a summary. Detail `files` shows only the
 * files.
 */
export function* renderDiffTerminal(diff: Diff, options: TerminalOptions): Generator<string> {
  const style = new TerminalStyle(options);
  for (const section of sectionsOf(diff, style.glyphs.arrow)) {
    if (options.detail === 'files' && !isOfFiles(section)) continue;
    yield* sectionLines(section, options.detail ?? 'declarations', style);
  }
  const [first, ...rest] = verdictOf(diff);
  yield `${style.line('strong', style.name(first ?? ''))}\n`;
  for (const line of rest) yield `${style.line('plain', style.name(line))}\n`;
  const { jobs, wall_ms } = diff.runtime;
  yield `${style.line('faint', `${diff.engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}

function isOfFiles({ title }: Section): boolean {
  return title === 'Files' || title === 'Other similar files';
}

function* sectionLines({ title, rows }: Section, detail: Detail, style: TerminalStyle): Generator<string> {
  yield `${style.paint('strong', title)} ${style.paint('faint', grouped(rows.length))}\n`;
  const shown = detail === 'full' ? rows : rows.slice(0, SHOWN);
  const widths = shown.map(({ location }) => widthOf(style.name(location)));
  const column = Math.min(WIDEST_LOCATION, Math.max(0, ...widths.slice(0, 10_000)));
  for (const row of shown) yield `${rowLine(row, column, style)}\n`;
  if (shown.length < rows.length) {
    yield `${style.line('faint', `  and ${grouped(rows.length - shown.length)} more: --detail full, or --format json`)}\n`;
  }
  yield '\n';
}

function rowLine({ location, text }: SectionRow, column: number, style: TerminalStyle): string {
  return style.line('plain', `  ${padEnd(style.name(location), column)}  ${style.name(text)}`);
}
