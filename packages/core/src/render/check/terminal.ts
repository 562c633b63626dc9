import type { Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import type { Check, CycleFinding, ElsewhereFinding, Excerpt, GroupFinding } from '#check/model.ts';
import { type Paste, withPastes } from '#check/pastes.ts';
import { otherCopies } from '#check/same-place.ts';
import type { DriftedFile } from '#lists/intended-mirror.ts';
import type { MissedEdit } from '#missed/model.ts';
import { driftText } from '../mirror-text.ts';
import { hunksOfFirstCopy, missedText } from '../missed/edits.ts';
import { diffLines } from '../missed/terminal.ts';
import { placeText } from '../missed/wording.ts';
import { duration, grouped, plural } from '../terminal/numbers.ts';
import { TerminalStyle } from '../terminal/terminal-style.ts';
import type { TerminalOptions } from '../terminal.ts';
import { isPaste, pastedCopies, pasteGist, pasteRemedy } from './paste-wording.ts';
import { type Remedy, remedyOf } from './remedy.ts';
import { renamesText, sideLines } from './side-lines.ts';
import {
  copiesInOrder,
  copyLines,
  copyName,
  cycleGist,
  cycleWay,
  elsewhereGist,
  elsewhereRemedy,
  evidenceText,
  groupGist,
  isUnsure,
  verdictOf,
} from './wording.ts';

/** Maximum findings per section, and copies per finding, except at detail `full`. */
const SHOWN = 20;
/** Changes of an edit that are shown. */
const SHOWN_HUNKS = 3;

export interface CheckTerminalOptions extends TerminalOptions {
  /** Lines of the screen, for copies side by side. */
  rows?: number;
}

/** A check as terminal text: each finding with its id and copies, new ones marked, then a summary. */
export function* renderCheckTerminal(check: Check, options: CheckTerminalOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const most = options.detail === 'full' ? Number.POSITIVE_INFINITY : SHOWN;
  const { groups, cycles } = check;
  const of = <Finding extends { change: string }>(all: readonly Finding[], change: string) =>
    all.filter((finding) => finding.change === change);
  const compared = function* ({ family: { shown } }: GroupFinding) {
    const sides = check.sides?.get(shown.id);
    if (sides === undefined) yield* excerptLines(check.excerpts?.get(shown.id), style);
    else yield* sideLines(sides, style, options.rows);
  };
  const entry = function* (its: GroupFinding | Paste) {
    if (isPaste(its)) return yield* pasteLines(its, check, style, most, compared);
    yield* groupLines(its, style, most);
    yield* compared(its);
    yield* remedyLines(remedyOf(check, its), style);
  };
  const cycle = (finding: CycleFinding) => cycleLines(finding, style);
  const [added, grown] = [of(groups, 'new'), of(groups, 'grown')];
  yield* section('New copies', withPastes(added), entry, style, most, added.length);
  yield* section('More copies', withPastes(grown), entry, style, most, grown.length);
  yield* section('New import cycles', of(cycles, 'new'), cycle, style, most);
  yield* section('Larger import cycles', of(cycles, 'grown'), cycle, style, most);
  const other = (finding: ElsewhereFinding) => elsewhereLines(finding, style);
  yield* section('In other projects', check.elsewhere ?? [], other, style, most);
  if (check.contracts !== undefined) {
    const problem = (its: Problem) => problemLines(its, style, most);
    yield* section('Contracts', check.contracts.problems, problem, style, most);
  }
  const edit = (its: MissedEdit) => editLines(its, style);
  yield* section('Edits that copies lack', check.missed?.edits ?? [], edit, style, most);
  const file = (its: DriftedFile) => [
    style.line('warning', `  ${style.name(placeText(its.added))}  ${style.name(driftText(its))}`),
  ];
  yield* section('Drift of mirrors', check.drift?.files ?? [], file, style, most);
  const [gist = '', ...rest] = verdictOf(check);
  yield `${style.line('strong', style.name(gist))}\n`;
  // Not cut to the width, because they contain commands.
  for (const line of rest) yield `${style.name(line)}\n`;
  const { engine, runtime } = check.scan;
  yield `${style.line('faint', `${engine} engine, ${plural(runtime.jobs, 'worker')}, ${duration(runtime.wall_ms)}`)}\n`;
}

function* section<Finding>(
  title: string,
  findings: readonly Finding[],
  lines: (finding: Finding) => Iterable<string>,
  style: TerminalStyle,
  most: number,
  count = findings.length,
): Generator<string> {
  if (findings.length === 0) return;
  yield `${style.paint('strong', title)} ${style.paint('faint', grouped(count))}\n`;
  for (const finding of findings.slice(0, most)) for (const line of lines(finding)) yield `${line}\n`;
  const left = findings.length - most;
  if (left > 0) yield `${style.line('faint', `  and ${grouped(left)} more: --detail full, or --format json`)}\n`;
  yield '\n';
}

function* groupLines(finding: GroupFinding, style: TerminalStyle, most: number): Generator<string> {
  yield style.line('warning', `  ${finding.family.shown.id}  ${groupGist(finding)}`);
  const copies = copiesInOrder(finding);
  const mark = isUnsure(finding) ? '?' : '+';
  for (const { copy, isFresh } of copies.slice(0, most)) {
    const text = `    ${isFresh ? mark : ' '} ${style.name(`${copy.path}:${copyLines(copy)}  ${copyName(copy)}`.trimEnd())}`;
    yield style.line(isFresh ? 'plain' : 'faint', text);
  }
  if (copies.length > most) yield style.line('faint', `      and ${grouped(copies.length - most)} more`);
  const others = otherCopies(finding);
  for (const copy of others.slice(0, most)) {
    const text = `    also like ${style.name(`${copy.path}:${copyLines(copy)}  ${copy.declares ?? copy.qualified_name}`.trimEnd())}`;
    yield style.line('faint', text);
  }
  if (others.length > most) yield style.line('faint', `      and ${grouped(others.length - most)} more`);
  if (mark === '?') {
    const added = finding.family.copies.length - finding.listed;
    yield style.line(
      'faint',
      `      ${added} of those marked ? ${added === 1 ? 'is' : 'are'} new, others were moved or renamed`,
    );
  }
}

/** The findings of one paste, with how to allow each. @param compared the lines of a finding that differ */
function* pasteLines(
  paste: Paste,
  check: Check,
  style: TerminalStyle,
  most: number,
  compared: (finding: GroupFinding) => Iterable<string>,
): Generator<string> {
  yield style.line('warning', `  ${style.name(pasteGist(paste))}`);
  const copies = pastedCopies(paste);
  for (const { id, own, other } of copies.slice(0, most)) {
    const place = `${own.path}:${copyLines(own)}  ${copyName(own)}`.trimEnd();
    yield style.line(
      'plain',
      `    + ${style.name(place)}  from ${style.name(`${other.path}:${copyLines(other)}`)}  ${id}`,
    );
  }
  if (copies.length > most) yield style.line('faint', `      and ${grouped(copies.length - most)} more`);
  for (const finding of paste.findings) yield* compared(finding);
  const { reuse, allow } = pasteRemedy(check, paste);
  yield `      reuse ${style.name(reuse)}`;
  yield `      allow each with ${style.name(allow.join(', or '))}`;
}

/** The differing lines of both sides, like a unified diff. */
function* excerptLines(excerpt: Excerpt | undefined, style: TerminalStyle): Generator<string> {
  if (excerpt === undefined) return;
  const { original, copy, renames, lines, isCut } = excerpt;
  if (renames.length > 0) yield `      ${style.name(renamesText(renames, style.glyphs.arrow))}`;
  if (lines.length === 0) return;
  yield style.line('faint', `      - ${style.name(`${original.path}:${original.start_line}`)}`);
  yield style.line('faint', `      + ${style.name(`${copy.path}:${copy.start_line}`)}`);
  for (const { mark, text } of lines) {
    const tone = mark === ' ' ? 'faint' : 'plain';
    yield style.line(tone, `        ${mark} ${style.name(text)}`.trimEnd());
  }
  if (isCut) yield style.line('faint', `        ${style.glyphs.ellipsis}`);
}

/** Not cut to the width, because they contain commands. */
function* remedyLines({ reuse, allow }: Remedy, style: TerminalStyle): Generator<string> {
  if (reuse !== '') yield `      reuse ${style.name(reuse)}`;
  yield `      allow ${style.name(allow.join(', or '))}`;
}

function* cycleLines(finding: CycleFinding, style: TerminalStyle): Generator<string> {
  yield style.line('warning', `  ${finding.id}  ${cycleGist(finding)}`);
  yield style.line('plain', `      ${style.name(cycleWay(finding, style.glyphs.arrow))}`);
  const listed = new Set(finding.listed);
  const joined = finding.files.filter((path) => !listed.has(path));
  if (finding.change === 'grown') yield style.line('plain', `    + ${style.name(joined.join(', '))}`);
}

function* elsewhereLines(finding: ElsewhereFinding, style: TerminalStyle): Generator<string> {
  const { path, start_line, qualified_name } = finding;
  yield style.line('warning', `  ${style.name(`${path}:${start_line}  ${qualified_name}`)}`);
  yield `      ${style.name(elsewhereGist(finding))}`;
  yield `      ${style.name(elsewhereRemedy(finding))}`;
}

function* problemLines({ pointer, message, evidence }: Problem, style: TerminalStyle, most: number): Generator<string> {
  yield style.line('warning', `  ${style.name(pointer)}  ${style.name(message)}`);
  for (const its of evidence.slice(0, most)) {
    yield style.line('plain', `      ${style.name(evidenceText(its, style.glyphs.arrow))}`);
  }
}

/** An edit with what it would be in the first copy. */
function* editLines(edit: MissedEdit, style: TerminalStyle): Generator<string> {
  yield style.line('warning', `  ${style.name(placeText(edit.edited))}  ${style.name(missedText(edit))}`);
  const [first] = edit.copies;
  const hunks = hunksOfFirstCopy(edit);
  if (first !== undefined) yield style.line('faint', `      in ${style.name(first.path)}:`);
  for (const { merged } of hunks.slice(0, SHOWN_HUNKS)) {
    for (const line of diffLines(merged, style)) yield line;
  }
  const more = hunks.length - SHOWN_HUNKS;
  if (more > 0) yield style.line('faint', `      and ${plural(more, 'more change')}`);
}
