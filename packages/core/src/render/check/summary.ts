import type { Check, CycleFinding, ElsewhereFinding, GroupFinding } from '#check/model.ts';
import { type Paste, withPastes } from '#check/pastes.ts';
import { SHARE_FILES, type Share } from '#check/share.ts';
import { codeSpan, escapedText } from '../markdown-text.ts';
import { driftText } from '../mirror-text.ts';
import { missedText } from '../missed/edits.ts';
import { placeText } from '../missed/wording.ts';
import { plural } from '../terminal/numbers.ts';
import { isPaste, pastedCopies, pasteGist, pasteRemedy } from './paste-wording.ts';
import { remedyOf } from './remedy.ts';
import {
  copyLines,
  copyName,
  cycleWay,
  elsewhereGist,
  elsewhereRemedy,
  evidenceText,
  groupGist,
  percentOf,
  problemText,
  verdictOf,
} from './wording.ts';

/** The start of the first line, by which a bot finds the comment that it wrote before. */
const MARKER = '<!-- analyzer-check';
/** Maximum findings; and characters, which code hosts limit to 65,536. */
const SHOWN = 30;
const LONGEST = 60_000;
/** Copies of a finding that are named. */
const COPIES = 5;

/**
 * One comment for a pull request: the share of repeated lines before and after, the new copies each with the code to reuse,
 * and what became better. The same check gives the same text.
 */
export function renderCheckSummary(check: Check): string {
  const [gist = '', ...notes] = verdictOf(check, false);
  const name = check.scan.root.replaceAll(/[^\w.]+/g, ' ').trim();
  const parts = [
    `${MARKER} ${name} -->\n### ${escapedText(gist)}\n`,
    shareTable(check),
    ...section(
      'New copies',
      withPastes(check.groups).map((its) => (isPaste(its) ? pasteEntry(check, its) : copyEntry(check, its))),
    ),
    ...section('Import cycles', check.cycles.map(cycleEntry)),
    ...section('In other projects', (check.elsewhere ?? []).map(elsewhereEntry)),
    ...section('Contracts', contractEntries(check)),
    ...section(
      'Edits that copies lack',
      (check.missed?.edits ?? []).map(
        (edit) => `${codeSpan(placeText(edit.edited))}: ${escapedText(missedText(edit))}`,
      ),
    ),
    ...section(
      'Drift of mirrors',
      (check.drift?.files ?? []).map((its) => `${codeSpan(placeText(its.added))}: ${escapedText(driftText(its))}`),
    ),
    ...section('Better', betterEntries(check)),
    ...section('Notes', notes.map(escapedText)),
  ];
  let text = '';
  for (const part of parts) {
    if (text.length + part.length <= LONGEST) text += part;
  }
  return text;
}

function section(title: string, entries: readonly string[]): string[] {
  if (entries.length === 0) return [];
  const more = entries.length > SHOWN ? [`- and ${entries.length - SHOWN} more\n`] : [];
  return [`\n#### ${title}\n\n`, ...entries.slice(0, SHOWN).map((entry) => `- ${entry}\n`), ...more];
}

function shareTable({ share }: Pick<Check, 'share'>): string {
  if (share === undefined) return '';
  const { now, before } = share;
  const rows = SHARE_FILES.filter((files) => now[files].lines + (before?.[files].lines ?? 0) > 0).map((files) => {
    const old = before === undefined ? '' : ` ${shareText(before[files])} |`;
    return `| ${files === 'tests' ? 'tests' : 'product code'} |${old} ${shareText(now[files])} |\n`;
  });
  const [head, line] = before === undefined ? ['now |', '---:|'] : ['before | now |', '---:|---:|'];
  return `\n| Repeated lines | ${head}\n|---|${line}\n${rows.join('')}`;
}

function shareText(share: Share): string {
  return `${percentOf(share)} of ${plural(share.lines, 'line')}`;
}

function copyEntry(check: Check, finding: GroupFinding): string {
  const { fresh, family } = finding;
  const named = fresh.slice(0, COPIES).map((copy) => {
    const name = copyName(copy);
    return `${codeSpan(`${copy.path}:${copyLines(copy)}`)}${name && ` ${escapedText(name)}`}`;
  });
  const more = fresh.length > COPIES ? ` and ${fresh.length - COPIES} more` : '';
  const { reuse } = remedyOf(check, finding);
  const instead = reuse === '' ? '' : `. Reuse ${codeSpan(reuse)}`;
  return `${named.join(', ')}${more}: ${escapedText(groupGist(finding))}${instead} (${codeSpan(family.shown.id)})`;
}

function pasteEntry(check: Check, paste: Paste): string {
  const copies = pastedCopies(paste);
  const named = copies.slice(0, COPIES).map(({ id, own }) => {
    const name = copyName(own);
    return `${codeSpan(`${own.path}:${copyLines(own)}`)}${name && ` ${escapedText(name)}`} (${codeSpan(id)})`;
  });
  const more = copies.length > COPIES ? ` and ${copies.length - COPIES} more` : '';
  return `${escapedText(pasteGist(paste))}: ${named.join(', ')}${more}. Reuse ${codeSpan(pasteRemedy(check, paste).reuse)}`;
}

function cycleEntry(finding: CycleFinding): string {
  const word = finding.change === 'new' ? 'new' : 'larger';
  return `${word}: ${codeSpan(cycleWay(finding, '→'))} (${codeSpan(finding.id)})`;
}

function elsewhereEntry(finding: ElsewhereFinding): string {
  const { path, start_line, qualified_name } = finding;
  const text = `${qualified_name} ${elsewhereGist(finding)}; ${elsewhereRemedy(finding)}`;
  return `${codeSpan(`${path}:${start_line}`)} ${escapedText(text)}`;
}

function contractEntries({ contracts }: Pick<Check, 'contracts'>): string[] {
  if (contracts === undefined) return [];
  return contracts.problems.map((problem) => {
    const places = problem.evidence.slice(0, COPIES).map((its) => codeSpan(evidenceText(its, '→')));
    return `${escapedText(problemText(problem, contracts))}${places.length === 0 ? '' : `: ${places.join(', ')}`}`;
  });
}

/** Groups and cycles with fewer copies or files than before. */
function betterEntries({ baseline, shrunk }: Pick<Check, 'baseline' | 'shrunk'>): string[] {
  const copies = new Map(baseline.groups.map((group) => [group.id, group.copies]));
  return [
    ...shrunk.groups.map(({ id, nodes, listed, copies: now }) => {
      const [first = id] = copies.get(id) ?? [];
      const left = now < 2 ? 'no copies left' : `${now} copies left`;
      return `${codeSpan(first)}: ${left} of ${listed} (${plural(nodes, 'node')})`;
    }),
    ...shrunk.cycles.map(({ listed, files }) => {
      const left = files.length === 0 ? 'no cycle any more' : `${plural(files.length, 'file')} left in the cycle`;
      return `${codeSpan(listed.slice(0, COPIES).join(' → '))}: ${left}`;
    }),
  ];
}
