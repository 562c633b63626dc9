import type { CheckedContract, ManifestReportV1, Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { Look } from './terminal/look.ts';
import { plural } from './terminal/numbers.ts';

/** Directories, and scopes of free text, that are listed. */
const LISTED = 10;

/** A manifest's report for people; `decided x of y` comes first. */
export function* renderReport(report: ManifestReportV1, look: Look): Generator<string> {
  yield `${look.paint('strong', `decided ${report.decided} of ${plural(report.entries, 'entry', 'entries')}`)}\n`;
  for (const problem of report.problems) yield* problemLines(problem, look);
  for (const contract of report.contracts) yield* uncheckedLines(contract, look);
  yield* freeLines(report, look);
  yield `contracts: ${counts(report.by_status)}\n`;
  yield `by priority: ${priorities(report.by_priority)}\n`;
  yield* directoryLines(report, look);
  const known = report.problems.length - report.new_problems;
  yield `${plural(report.new_problems, 'new problem')}${known > 0 ? `, ${known} known by the baseline` : ''}\n`;
  for (const key of report.gone_from_baseline) yield `no longer found, may leave the baseline: ${look.name(key)}\n`;
}

function* problemLines({ pointer, message, evidence, known, kind }: Problem, look: Look): Generator<string> {
  const tone = known ? 'faint' : 'warning';
  yield `${look.paint(tone, `${known ? 'known ' : ''}${kind}  ${look.name(pointer)}  ${look.name(message)}`)}\n`;
  for (const { path, line, text, through } of evidence) {
    const way = through.length === 0 ? '' : `  through ${through.join(` ${look.glyphs.arrow} `)}`;
    yield `    ${look.name(`${path}:${line}  ${text}`)}${look.name(way)}\n`;
  }
}

function* uncheckedLines({ entries, scope }: CheckedContract, look: Look): Generator<string> {
  for (const { status, list, text, pointer, reason = '' } of entries) {
    if (status !== 'unchecked') continue;
    yield `${look.paint('faint', look.name(`unchecked  ${pointer}  ${scope} ${list} ${text}: ${reason}`))}\n`;
  }
}

function* freeLines({ contracts }: ManifestReportV1, look: Look): Generator<string> {
  const free = contracts.filter(({ selector }) => selector === 'free');
  for (const { pointer, scope } of free.slice(0, LISTED)) {
    yield `${look.paint('faint', look.name(`free text  ${pointer}/scope  ${scope}: it stands for no code`))}\n`;
  }
  if (free.length > LISTED) yield `and ${plural(free.length - LISTED, 'more scope')} of free text\n`;
}

function* directoryLines({ without_contract: all }: ManifestReportV1, look: Look): Generator<string> {
  const without = all.filter(({ without: count }) => count > 0).sort((a, b) => b.without - a.without);
  for (const { directory, declarations, without: count } of without.slice(0, LISTED)) {
    yield `${look.name(directory)}: ${count} of ${plural(declarations, 'declaration')} without a contract\n`;
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
