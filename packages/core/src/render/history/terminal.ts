import { SHARE_FILES, type ShareFiles } from '#check/share.ts';
import type { CopyHistory, Growth, HistoryStep } from '#history/model.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import type { StyleOptions } from '../terminal/style.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import { sparkline } from './sparkline.ts';
import { emptyReason, percentText, summaryOf } from './wording.ts';

const HASH_LENGTH = 8;
/** Columns of the line of bars. */
const BARS = 40;
const COLUMNS = ['lines', 'repeated', 'share', 'added', 'removed', 'groups', 'cycles'] as const;
const WIDTHS = [9, 9, 8, 8, 8, 7, 7] as const;

/** The development of the shares as lines of bars, the steps of product code as a table, and what added most. */
export function* renderHistoryTerminal(result: CopyHistory, options: StyleOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const { steps, most } = result;
  const reason = emptyReason(result);
  if (reason !== undefined) yield `${style.line('strong', reason)}\n`;
  else {
    yield `${style.line('strong', `repeated lines of ${style.name(result.root)}`)}\n`;
    for (const files of SHARE_FILES) yield* shareLines(steps, files, style);
    yield '\n';
    yield* table(steps, style);
    yield '\n';
  }
  if (most.length > 0) {
    yield `${style.line('strong', 'added most repeated lines of product code')}\n`;
    for (const it of most) yield `${style.line('plain', growthLine(it, style))}\n`;
    yield '\n';
  }
  for (const line of summaryOf(result)) yield `${style.line('plain', style.name(line))}\n`;
  const { jobs, wall_ms, parsed_files } = result.runtime;
  const parsed = `${plural(parsed_files, 'file')} read`;
  yield `${style.line('faint', `${result.engine} engine, ${plural(jobs, 'worker')}, ${parsed}, ${duration(wall_ms)}`)}\n`;
}

/** Nothing for tests of a project without tests. */
function* shareLines(steps: readonly HistoryStep[], files: ShareFiles, style: TerminalStyle): Generator<string> {
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined || steps.every((step) => step[files].lines === 0)) return;
  const shares = steps.map((step) => (step[files].lines === 0 ? 0 : step[files].repeated / step[files].lines));
  const bars = style.paint('mark', sparkline(shares, BARS, style.ascii));
  const range = `${percentText(first[files])} ${style.glyphs.arrow} ${percentText(last[files])}`;
  yield `${`  ${files}`.padEnd(11)}${bars}  ${range}\n`;
  const near = steps.filter((step) => step.near !== undefined);
  const [oldest, newest] = [near[0], near.at(-1)];
  if (oldest?.near === undefined || newest?.near === undefined) return;
  const of = (step: HistoryStep, repeated: number) => percentText({ lines: step[files].lines, repeated });
  const withNear = `${of(oldest, oldest.near[files].repeated)} ${style.glyphs.arrow} ${of(newest, newest.near[files].repeated)}`;
  yield `${style.line('faint', `${''.padEnd(11)}${withNear} with similar functions (near)`)}\n`;
}

function* table(steps: readonly HistoryStep[], style: TerminalStyle): Generator<string> {
  const row = (date: string, commit: string, cells: readonly string[]) =>
    `${date.padEnd(10)} ${commit.padEnd(HASH_LENGTH)}${cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join('')}`;
  yield `${style.line('faint', row('date', 'commit', COLUMNS))}\n`;
  for (const { date, commit, product, change, cycles } of steps) {
    const { added = 0, removed = 0 } = change?.product ?? {};
    const cells = [
      grouped(product.lines),
      grouped(product.repeated),
      percentText(product),
      added > 0 ? `+${grouped(added)}` : '',
      removed > 0 ? `-${grouped(removed)}` : '',
      grouped(product.groups),
      grouped(cycles),
    ];
    yield `${style.line('plain', row(date.slice(0, 10), commit.slice(0, HASH_LENGTH), cells))}\n`;
  }
}

function growthLine({ lines, date, commit, commits, subject }: Growth, style: TerminalStyle): string {
  const range = commits > 1 ? ` (${plural(commits, 'commit')} to)` : '';
  return `${`+${grouped(lines)}`.padStart(8)}  ${date.slice(0, 10)} ${commit.slice(0, HASH_LENGTH)}${range} ${style.name(subject)}`;
}
