import type { Check, CycleFinding, ElsewhereFinding, Excerpt, GroupFinding } from '#check/model.ts';
import { type Paste, withPastes } from '#check/pastes.ts';
import { otherCopies } from '#check/same-place.ts';
import type { MissedEdit } from '#missed/model.ts';
import { codeSpan, escapedText } from '../markdown-text.ts';
import { driftText } from '../mirror-text.ts';
import { hunksOfFirstCopy, missedText } from '../missed/edits.ts';
import { fenced } from '../missed/markdown.ts';
import { placeText } from '../missed/wording.ts';
import type { Detail } from '../terminal.ts';
import { visible } from '../visible.ts';
import { isPaste, pastedCopies, pasteGist, pasteRemedy } from './paste-wording.ts';
import { type Remedy, remedyOf } from './remedy.ts';
import { renamesText } from './side-lines.ts';
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
  problemText,
  verdictOf,
} from './wording.ts';

/** Maximum findings, and copies per finding, except at detail `full`, because review comments should be short. */
const SHOWN = 30;

/** A check as Markdown for a code review comment. */
export function* renderCheckMarkdown(check: Check, detail: Detail): Generator<string> {
  const most = detail === 'full' ? Number.POSITIVE_INFINITY : SHOWN;
  const [gist = '', ...rest] = verdictOf(check);
  yield `**${escapedText(gist)}**\n`;
  if (rest.length > 0) yield `\n${rest.map((line) => `- ${escapedText(line)}\n`).join('')}`;
  const entries = [
    ...withPastes(check.groups).map((its) => (isPaste(its) ? pasteEntry(check, its, most) : entryOf(check, its, most))),
    ...check.cycles.map((finding) => cycleEntry(finding)),
    ...(check.elsewhere ?? []).map(elsewhereEntry),
    ...contractEntries(check, most),
    ...(check.missed?.edits ?? []).map(editEntry),
    ...(check.drift?.files ?? []).map((its) => `${codeSpan(placeText(its.added))}: ${escapedText(driftText(its))}\n`),
  ];
  for (const entry of entries.slice(0, most)) yield `\n${entry}`;
  if (entries.length > most) yield `\nand ${entries.length - most} more\n`;
}

function entryOf(check: Check, finding: GroupFinding, most: number): string {
  const excerpt = excerptEntry(check.excerpts?.get(finding.family.shown.id));
  return groupEntry(finding, most) + excerpt + remedyEntry(remedyOf(check, finding));
}

/** The findings of one paste, with the lines of each that differ. */
function pasteEntry(check: Check, paste: Paste, most: number): string {
  const copies = pastedCopies(paste);
  const lines = copies.slice(0, most).map(({ id, own, other }) => {
    const name = copyName(own);
    const from = codeSpan(`${other.path}:${copyLines(other)}`);
    return `- ${codeSpan(`${own.path}:${copyLines(own)}`)}${name && ` ${escapedText(name)}`} from ${from} ${codeSpan(id)}\n`;
  });
  const more = copies.length > most ? `- and ${copies.length - most} more\n` : '';
  const excerpts = copies.slice(0, most).map(({ id }) => excerptEntry(check.excerpts?.get(id)));
  const { reuse, allow } = pasteRemedy(check, paste);
  const remedy = `\n- Reuse ${codeSpan(reuse)}\n- Allow each with ${allow.map(codeSpan).join(' or ')}\n`;
  return `${escapedText(pasteGist(paste))}\n\n${lines.join('')}${more}${excerpts.join('')}${remedy}`;
}

function groupEntry(finding: GroupFinding, most: number): string {
  const { change, family } = finding;
  const title = `${change === 'new' ? 'New copies' : 'More copies'}: ${groupGist(finding)}`;
  const copies = copiesInOrder(finding);
  const word = isUnsure(finding) ? 'new or moved' : 'new';
  const lines = copies.slice(0, most).map(({ copy, isFresh }) => {
    const note = isFresh ? ` ${word}` : '';
    const name = copyName(copy);
    return `- ${codeSpan(`${copy.path}:${copyLines(copy)}`)}${name && ` ${escapedText(name)}`}${note}\n`;
  });
  const more = copies.length > most ? `- and ${copies.length - most} more\n` : '';
  const others = otherCopies(finding).slice(0, most);
  const also =
    others.length === 0
      ? ''
      : `- also like ${others.map((it) => codeSpan(`${it.path}:${copyLines(it)}`)).join(', ')}\n`;
  return `${escapedText(title)} ${codeSpan(family.shown.id)}\n\n${lines.join('')}${more}${also}`;
}

/** The differing lines of both sides as a block of a diff. */
function excerptEntry(excerpt: Excerpt | undefined): string {
  if (excerpt === undefined) return '';
  const { original, copy, renames, lines, isCut } = excerpt;
  const names = renames.length === 0 ? '' : `\n${escapedText(renamesText(renames, '→'))}\n`;
  if (lines.length === 0) return names;
  const rows = [
    `--- ${original.path}:${original.start_line}`,
    `+++ ${copy.path}:${copy.start_line}`,
    ...lines.map(({ mark, text }) => `${mark}${text}`),
    ...(isCut ? ['…'] : []),
  ].map((line) => visible(line));
  const ticks =
    rows
      .join('\n')
      .match(/`+/g)
      ?.reduce((most, it) => Math.max(most, it.length), 2) ?? 2;
  const fence = '`'.repeat(ticks + 1);
  return `${names}\n${fence}diff\n${rows.join('\n')}\n${fence}\n`;
}

function remedyEntry({ reuse, allow }: Remedy): string {
  const lines = [
    ...(reuse === '' ? [] : [`Reuse ${codeSpan(reuse)}\n`]),
    `Allow ${allow.map(codeSpan).join(' or ')}\n`,
  ];
  return `\n${lines.map((line) => `- ${line}`).join('')}`;
}

function cycleEntry(finding: CycleFinding): string {
  const title = `${finding.change === 'new' ? 'New import cycle' : 'Larger import cycle'}: ${cycleGist(finding)}`;
  return `${escapedText(title)} ${codeSpan(finding.id)}\n\n- ${codeSpan(cycleWay(finding, '→'))}\n`;
}

function elsewhereEntry(finding: ElsewhereFinding): string {
  const { path, start_line, qualified_name } = finding;
  const title = `${qualified_name} ${elsewhereGist(finding)}`;
  return `${escapedText(title)}\n\n- ${codeSpan(`${path}:${start_line}`)}\n- ${escapedText(elsewhereRemedy(finding))}\n`;
}

function contractEntries({ contracts }: Pick<Check, 'contracts'>, most: number): string[] {
  if (contracts === undefined) return [];
  return contracts.problems.map((problem) => {
    const lines = problem.evidence.slice(0, most).map((its) => `- ${codeSpan(evidenceText(its, '→'))}\n`);
    return `Contract: ${escapedText(problemText(problem, contracts))}\n${lines.length === 0 ? '' : `\n${lines.join('')}`}`;
  });
}

/** An edit with what it would be in the first copy. */
function editEntry(edit: MissedEdit): string {
  const merged = hunksOfFirstCopy(edit).map((hunk) => `\n${fenced(hunk.merged)}`);
  return `${codeSpan(placeText(edit.edited))}: ${escapedText(missedText(edit))}\n${merged.join('')}`;
}
