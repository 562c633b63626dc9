import type { CheckedContract, ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { countVerdicts } from '#check/model.ts';
import { plural } from './terminal/numbers.ts';
import type { TerminalStyle } from './terminal/terminal-style.ts';
import { verdictShares } from './verdict-shares.ts';

/** Maximum number of listed directories and free-text scopes. */
const LISTED = 10;

/** A manifest's report as terminal text; `decided x of y` comes first. */
export function* renderReport(report: ManifestReportV1, style: TerminalStyle): Generator<string> {
  yield `${style.paint('strong', `decided ${report.decided} of ${plural(report.entries, 'entry', 'entries')}${verdictShares(countVerdicts(report))}`)}\n`;
  for (const problem of report.problems) yield* problemLines(problem, style);
  for (const { pointer, message } of report.notes ?? []) yield `${style.name(`note  ${pointer}  ${message}`)}\n`;
  for (const contract of report.contracts) yield* uncheckedLines(contract, style);
  yield* freeLines(report, style);
  yield `contracts: ${counts(report.by_status)}\n`;
  yield `by priority: ${priorities(report.by_priority)}\n`;
  yield* directoryLines(report, style);
  const known = report.problems.length - report.new_problems;
  yield `${plural(report.new_problems, 'new problem')}${known > 0 ? `, ${known} known by the baseline` : ''}\n`;
  for (const key of report.gone_from_baseline)
    yield `no longer found, can be removed from the baseline: ${style.name(key)}\n`;
}

function* problemLines({ pointer, message, evidence, known, kind }: Problem, style: TerminalStyle): Generator<string> {
  const tone = known ? 'faint' : 'warning';
  yield `${style.paint(tone, `${known ? 'known ' : ''}${kind}  ${style.name(pointer)}  ${style.name(message)}`)}\n`;
  for (const { path, line, text, through } of evidence) {
    const way = through.length === 0 ? '' : `  through ${through.join(` ${style.glyphs.arrow} `)}`;
    yield `    ${style.name(`${path}:${line}  ${text}`)}${style.name(way)}\n`;
  }
}

function* uncheckedLines({ entries, scope }: CheckedContract, style: TerminalStyle): Generator<string> {
  for (const { status, list, text, pointer, reason = '' } of entries) {
    if (status !== 'unchecked') continue;
    yield `${style.paint('faint', style.name(`unchecked  ${pointer}  ${scope} ${list} ${text}: ${reason}`))}\n`;
  }
}

function* freeLines({ contracts }: ManifestReportV1, style: TerminalStyle): Generator<string> {
  const free = contracts.filter(({ selector }) => selector === 'free');
  for (const { pointer, scope } of free.slice(0, LISTED)) {
    yield `${style.paint('faint', style.name(`free text  ${pointer}/scope  ${scope}: it selects no code`))}\n`;
  }
  if (free.length > LISTED) yield `and ${plural(free.length - LISTED, 'more scope')} of free text\n`;
}

function* directoryLines({ without_contract: all }: ManifestReportV1, style: TerminalStyle): Generator<string> {
  const without = all.filter(({ without: count }) => count > 0).sort((a, b) => b.without - a.without);
  for (const { directory, declarations, without: count } of without.slice(0, LISTED)) {
    yield `${style.name(directory)}: ${count} of ${plural(declarations, 'declaration')} without a contract\n`;
  }
  if (without.length > LISTED)
    yield `and in ${plural(without.length - LISTED, 'more directory', 'more directories')}\n`;
}

function priorities(tally: Readonly<Record<string, number>>): string {
  const parts = Object.entries(tally).map(([name, count]) => `${count} of ${name}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function counts(tally: Readonly<Record<string, number>>): string {
  const parts = Object.entries(tally).map(([name, count]) => `${count} ${name}`);
  return parts.length === 0 ? 'none' : parts.join(', ');
}
