import type { Check, CycleFinding, GroupFinding } from '#gate/model.ts';
import { Look } from '../terminal/look.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import type { TerminalOptions } from '../terminal.ts';
import { copiesInOrder, cycleGist, cycleWay, groupGist, isUnsure, verdictOf } from './wording.ts';

/** Findings of a section, and copies of a finding, that are shown unless the detail is `full`. */
const SHOWN = 20;

/** A check for people: each finding with its id and where its copies are, new ones marked, then what it comes to. */
export function* renderCheckTerminal(check: Check, options: TerminalOptions): Generator<string> {
  const look = new Look(options);
  const most = options.detail === 'full' ? Number.POSITIVE_INFINITY : SHOWN;
  const { groups, cycles } = check;
  const of = <Finding extends { change: string }>(all: readonly Finding[], change: string) =>
    all.filter((finding) => finding.change === change);
  const group = (finding: GroupFinding) => groupLines(finding, look, most);
  const cycle = (finding: CycleFinding) => cycleLines(finding, look);
  yield* section('New copies', of(groups, 'new'), group, look, most);
  yield* section('More copies', of(groups, 'grown'), group, look, most);
  yield* section('New import cycles', of(cycles, 'new'), cycle, look, most);
  yield* section('Larger import cycles', of(cycles, 'grown'), cycle, look, most);
  const [gist = '', ...rest] = verdictOf(check);
  yield `${look.line('strong', look.name(gist))}\n`;
  // Uncut: there are commands in them.
  for (const line of rest) yield `${look.name(line)}\n`;
  const { engine, runtime } = check.scan;
  yield `${look.line('faint', `${engine} engine, ${plural(runtime.jobs, 'worker')}, ${duration(runtime.wall_ms)}`)}\n`;
}

function* section<Finding>(
  title: string,
  findings: readonly Finding[],
  lines: (finding: Finding) => Iterable<string>,
  look: Look,
  most: number,
): Generator<string> {
  if (findings.length === 0) return;
  yield `${look.paint('strong', title)} ${look.paint('faint', grouped(findings.length))}\n`;
  for (const finding of findings.slice(0, most)) for (const line of lines(finding)) yield `${line}\n`;
  const left = findings.length - most;
  if (left > 0) yield `${look.line('faint', `  and ${grouped(left)} more: --detail full, or --format json`)}\n`;
  yield '\n';
}

function* groupLines(finding: GroupFinding, look: Look, most: number): Generator<string> {
  yield look.line('warning', `  ${finding.family.shown.id}  ${groupGist(finding)}`);
  const copies = copiesInOrder(finding);
  const mark = isUnsure(finding) ? '?' : '+';
  for (const { copy, isFresh } of copies.slice(0, most)) {
    const text = `    ${isFresh ? mark : ' '} ${look.name(`${copy.path}:${copy.start_line}  ${copy.qualified_name}`)}`;
    yield look.line(isFresh ? 'plain' : 'faint', text);
  }
  if (copies.length > most) yield look.line('faint', `      and ${grouped(copies.length - most)} more`);
  if (mark === '?') {
    const added = finding.family.copies.length - finding.listed;
    yield look.line(
      'faint',
      `      ${added} of those marked ? ${added === 1 ? 'is' : 'are'} new, others were moved or renamed`,
    );
  }
}

function* cycleLines(finding: CycleFinding, look: Look): Generator<string> {
  yield look.line('warning', `  ${finding.id}  ${cycleGist(finding)}`);
  yield look.line('plain', `      ${look.name(cycleWay(finding, look.glyphs.arrow))}`);
  const listed = new Set(finding.listed);
  const joined = finding.files.filter((path) => !listed.has(path));
  if (finding.change === 'grown') yield look.line('plain', `    + ${look.name(joined.join(', '))}`);
}
