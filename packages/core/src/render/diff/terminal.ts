import type { Diff } from '#diff/model.ts';
import { padEnd, widthOf } from '../terminal/cells.ts';
import { Look } from '../terminal/look.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import type { Detail, TerminalOptions } from '../terminal.ts';
import { type Section, type SectionRow, sectionsOf } from './sections.ts';
import { verdictOf } from './verdict.ts';

/** Rows of a section at the usual detail; `full` shows all, JSON has them always. */
const SHOWN = 20;
/** Wider places push the text of their own row aside. */
const WIDEST_PLACE = 44;

/**
 * A diff for people: what became of the code, of how it hangs together and of the files, section by section, and at
 * the end what it comes to. Detail `files` shows the files alone.
 */
export function* renderDiffTerminal(diff: Diff, options: TerminalOptions): Generator<string> {
  const look = new Look(options);
  for (const section of sectionsOf(diff, look.glyphs.arrow)) {
    if (options.detail === 'files' && !isOfFiles(section)) continue;
    yield* sectionLines(section, options.detail, look);
  }
  const [first, ...rest] = verdictOf(diff);
  yield `${look.line('strong', look.name(first ?? ''))}\n`;
  for (const line of rest) yield `${look.line('plain', look.name(line))}\n`;
  const { jobs, wall_ms } = diff.runtime;
  yield `${look.line('faint', `${diff.engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}

function isOfFiles({ title }: Section): boolean {
  return title === 'Files' || title === 'Other similar files';
}

function* sectionLines({ title, rows }: Section, detail: Detail, look: Look): Generator<string> {
  yield `${look.paint('strong', title)} ${look.paint('faint', grouped(rows.length))}\n`;
  const shown = detail === 'full' ? rows : rows.slice(0, SHOWN);
  const places = shown.map(({ place }) => widthOf(look.name(place)));
  const column = Math.min(WIDEST_PLACE, Math.max(0, ...places.slice(0, 10_000)));
  for (const row of shown) yield `${rowLine(row, column, look)}\n`;
  if (shown.length < rows.length) {
    yield `${look.line('faint', `  and ${grouped(rows.length - shown.length)} more: --detail full, or --format json`)}\n`;
  }
  yield '\n';
}

function rowLine({ place, text }: SectionRow, column: number, look: Look): string {
  return look.line('plain', `  ${padEnd(look.name(place), column)}  ${look.name(text)}`);
}
