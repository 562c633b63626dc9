import type { Missed, MissedFinding, MissedHunk } from '#missed/model.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import type { StyleOptions } from '../terminal/style.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import { commitText, emptyReason, evidenceText, placeText, summaryOf } from './wording.ts';

/** Changes of a finding, and lines of each, that are shown; JSON has all. */
const SHOWN_HUNKS = 3;
const SHOWN_LINES = 24;

/** The findings as terminal text, each with the change and what it would be in the copy; then a summary. */
export function* renderMissedTerminal(
  result: Missed,
  { limit, ...options }: StyleOptions & { limit: number },
): Generator<string> {
  const style = new TerminalStyle(options);
  const shown = result.findings.slice(0, limit);
  for (const [at, finding] of shown.entries()) yield* findingLines(finding, at + 1, style);
  const more = result.findings.length - shown.length;
  if (more > 0) yield `${style.line('faint', `and ${grouped(more)} more: --limit, or --format json`)}\n\n`;
  const reason = emptyReason(result);
  if (reason !== undefined) yield `${style.line('strong', reason)}\n`;
  const [first = '', ...rest] = summaryOf(result);
  yield `${style.line('strong', style.name(first))}\n`;
  for (const line of rest) yield `${style.line('plain', style.name(line))}\n`;
  const { jobs, wall_ms } = result.runtime;
  yield `${style.line('faint', `${result.engine} engine, ${plural(jobs, 'worker')}, ${duration(wall_ms)}`)}\n`;
}

function* findingLines(finding: MissedFinding, number: number, style: TerminalStyle): Generator<string> {
  const author = finding.author === undefined ? '' : ` (${finding.author})`;
  const title = `${number}. ${style.name(finding.target)} lacks ${commitText(finding)}`;
  yield `${style.line('strong', title)}\n`;
  yield `${style.line('plain', `   ${style.name(finding.subject + author)}`)}\n`;
  for (const hunk of finding.hunks.slice(0, SHOWN_HUNKS)) yield* hunkLines(hunk, style);
  const more = finding.hunks.length - SHOWN_HUNKS;
  if (more > 0) yield `${style.line('faint', `   and ${plural(more, 'more change')}`)}\n`;
  yield '\n';
}

function* hunkLines(hunk: MissedHunk, style: TerminalStyle): Generator<string> {
  const { origin, target } = hunk;
  yield `${style.line('faint', `   changed: ${style.name(placeText(origin))}`)}\n`;
  for (const line of diffLines(hunk.change, style)) yield `${line}\n`;
  const how = hunk.merges ? 'merges cleanly:' : 'does not merge by itself';
  const at = `   ${style.name(placeText(target))} ${evidenceText(hunk)}, ${how}`;
  yield `${style.line('faint', at)}\n`;
  for (const line of diffLines(hunk.merged, style)) yield `${line}\n`;
}

/** Lines of a change, indented and without the end of line. */
export function* diffLines(lines: readonly string[], style: TerminalStyle): Generator<string> {
  for (const line of lines.slice(0, SHOWN_LINES)) {
    const tone = line.startsWith('+') ? 'mark' : line.startsWith('-') ? 'warning' : 'plain';
    yield style.line(tone, `     ${style.name(line.replaceAll('\t', '    '))}`);
  }
  if (lines.length > SHOWN_LINES) yield style.line('faint', `     and ${lines.length - SHOWN_LINES} more lines`);
}
