import type { Check, Copy, CycleFinding, GroupFinding } from '#gate/model.ts';
import { findingsOf } from '#gate/model.ts';
import { isIncomplete } from '../coverage.ts';
import { plural } from '../terminal/numbers.ts';
import { countFindings } from './counts.ts';

/** What is said of findings, the same in every view for people. Texts are as the project has them, not yet escaped. */

export function groupGist({ change, family, listed }: GroupFinding): string {
  const alike = family.shown.kind === 'function-body' ? 'equal' : 'equal but for names';
  const count = change === 'new' ? plural(family.copies.length, 'copy', 'copies') : `${family.copies.length} copies`;
  const known = change === 'new' ? '' : `, ${listed} allowed`;
  return `${count}${known}, ${family.nodes} nodes each, ${alike}`;
}

export function cycleGist({ change, listed, files }: CycleFinding): string {
  const known = change === 'new' ? '' : `, ${listed.length} allowed`;
  return `${plural(files.length, 'file')} in a circle${known}`;
}

/** The way round, back to where it begins. */
export function cycleWay({ example }: CycleFinding, arrow: string): string {
  return [...example, ...example.slice(0, 1)].join(` ${arrow} `);
}

/** A copy as a view shows it. */
interface ShownCopy {
  copy: Copy;
  isListed: boolean;
  isFresh: boolean;
}

/** All copies with those first that are new, as far as can be told, then others that are not listed. */
export function copiesInOrder({ family, unlisted, fresh }: GroupFinding): ShownCopy[] {
  const [notListed, isNew] = [new Set(unlisted), new Set(fresh)];
  const shown = family.copies.map((copy) => ({ copy, isListed: !notListed.has(copy), isFresh: isNew.has(copy) }));
  return [
    ...shown.filter(({ isFresh }) => isFresh),
    ...shown.filter(({ isFresh, isListed }) => !isFresh && !isListed),
    ...shown.filter(({ isListed }) => isListed),
  ];
}

/** Which of the copies is new cannot be told when others of them were moved. */
export function isUnsure({ family, listed, fresh }: GroupFinding): boolean {
  return fresh.length > family.copies.length - listed;
}

export function againstName({ against }: Pick<Check, 'against'>): string {
  return 'baseline' in against ? against.baseline : `revision ${against.revision.written}`;
}

/** What a check comes to: the first line is the gist, the others what to do and what to know. */
export function verdictOf(check: Check): string[] {
  const counts = countFindings(check);
  const parts = [
    [counts.new_groups, 'new group', 'new groups'] as const,
    [counts.grown_groups, 'group with more copies', 'groups with more copies'] as const,
    [counts.new_cycles, 'new cycle', 'new cycles'] as const,
    [counts.grown_cycles, 'larger cycle', 'larger cycles'] as const,
  ].flatMap(([number, one, many]) => (number === 0 ? [] : [plural(number, one, many)]));
  const gist = parts.length === 0 ? 'no new copies, no new cycles' : parts.join(', ');
  return [`${gist} against ${againstName(check)}`, ...adviceOf(check), ...notesOf(check)];
}

function adviceOf(check: Check): string[] {
  if (findingsOf(check) === 0 || !('baseline' in check.against)) return [];
  const id = check.groups[0]?.family.shown.id ?? check.cycles[0]?.id ?? '';
  return [`To allow one on purpose: ${check.command} --accept ${id}`];
}

function notesOf({ against, command, shrunk, continued, scan }: Check): string[] {
  const notes: string[] = [];
  const incomplete = scan.entries.filter(isIncomplete).length;
  if (incomplete > 0)
    notes.push(`${plural(incomplete, 'entry', 'entries')} could not be analysed whole; --strict exits 2.`);
  if (!('baseline' in against)) return notes;
  const fewer = shrunk.groups.length + shrunk.cycles.length;
  if (fewer > 0) {
    const what = [
      ...(shrunk.groups.length > 0 ? [plural(shrunk.groups.length, 'group')] : []),
      ...(shrunk.cycles.length > 0 ? [plural(shrunk.cycles.length, 'cycle')] : []),
    ];
    notes.push(`${what.join(' and ')} of the baseline shrank or went. Take that out of it: ${command}`);
  }
  if (continued.length > 0) {
    notes.push(`${plural(continued.length, 'listed group')} had all copies edited alike. Keep up: ${command}`);
  }
  return notes;
}
