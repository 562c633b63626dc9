import type { Problem } from '@analyzer/contracts/analyzer.manifest-report.v1';
import { compareBytes } from '@analyzer/contracts/order';
import type {
  Check,
  ComparedRevision,
  ContractsReport,
  Copy,
  CycleFinding,
  ElsewhereFinding,
  GroupFinding,
} from '#check/model.ts';
import { countedEdits, findingsOf } from '#check/model.ts';
import { SHARE_FILES, type Share, type ShareFiles } from '#check/share.ts';
import { isIncomplete } from '#scan/coverage.ts';
import type { Scan } from '#scan/model.ts';
import { EQUALITY } from '../equality.ts';
import { kindWord } from '../kind-word.ts';
import { mirrorName } from '../mirror-text.ts';
import { classWords } from '../terminal/class-words.ts';
import { plural } from '../terminal/numbers.ts';
import { verdictShares } from '../verdict-shares.ts';
import { countFindings } from './counts.ts';

// Texts that all human-readable views share. Project text is not escaped yet.

export function groupGist({ change, family, listed }: GroupFinding): string {
  const { shown, copies } = family;
  const count = change === 'new' ? plural(copies.length, 'copy', 'copies') : `${copies.length} copies`;
  const known = change === 'new' ? '' : `, ${listed} allowed`;
  return `${count}${known}, ${sizeText(copies)}, ${EQUALITY[shown.kind]}`;
}

function sizeText(copies: readonly Copy[]): string {
  const sizes = copies.map(({ start_line, end_line }) => end_line - start_line + 1);
  const most = sizes.reduce((a, b) => Math.max(a, b), 0);
  return sizes.every((it) => it === most) ? `${plural(most, 'line')} each` : `up to ${plural(most, 'line')}`;
}

/** How a similar copy differs from the first copy of its group, in the words of lists; empty for other copies. */
export function likenessWord({ likeness }: Copy): string {
  if (likeness === undefined || likeness.relation === 'first') return '';
  const { relation, similarity } = likeness;
  return relation === 'edited' ? kindWord('near', [similarity]) : relation;
}

/** The name of a declaration, or that of the declaration around a block, with the kind of the copy. */
export function copyName(copy: Copy): string {
  const word = likenessWord(copy);
  const name = copy.declares ?? copy.qualified_name;
  return word === '' ? name : `${name} (${word})`;
}

/** First line, and of a block the last one too. */
export function copyLines({ likeness, id, start_line, end_line }: Copy): string {
  const isBlock = likeness === undefined && id.endsWith(`:${start_line}-${end_line}`);
  return isBlock ? `${start_line}-${end_line}` : `${start_line}`;
}

export function cycleGist({ change, listed, files }: CycleFinding): string {
  const known = change === 'new' ? '' : `, ${listed.length} allowed`;
  return `${plural(files.length, 'file')} in the cycle${known}`;
}

/** The example cycle, with the first file repeated at the end. */
export function cycleWay({ example }: CycleFinding, arrow: string): string {
  return [...example, ...example.slice(0, 1)].join(` ${arrow} `);
}

interface ShownCopy {
  copy: Copy;
  isListed: boolean;
  isFresh: boolean;
}

/** All copies: probably new ones first, then other unlisted ones, then listed ones. */
export function copiesInOrder({ family, unlisted, fresh }: GroupFinding): ShownCopy[] {
  const [notListed, isNew] = [new Set(unlisted), new Set(fresh)];
  const shown = family.copies.map((copy) => ({ copy, isListed: !notListed.has(copy), isFresh: isNew.has(copy) }));
  return [
    ...shown.filter(({ isFresh }) => isFresh),
    ...shown.filter(({ isFresh, isListed }) => !isFresh && !isListed),
    ...shown.filter(({ isListed }) => isListed),
  ];
}

/** Whether moved copies make it uncertain which copies are new. */
export function isUnsure({ family, listed, fresh }: GroupFinding): boolean {
  return fresh.length > family.copies.length - listed;
}

/** Where another project has a new declaration. */
export function elsewhereGist({ match, similarity = 0, original, more }: ElsewhereFinding): string {
  const { project, path, start_line, qualified_name } = original;
  const word = match === 'similar' ? `${Math.floor(similarity / 10)} % the same` : match;
  const others = more === 0 ? '' : `, and ${more} more`;
  return `exists in ${project}, ${path}:${start_line} ${qualified_name} (${word}${others})`;
}

export function elsewhereRemedy({ original }: ElsewhereFinding): string {
  return original.import === undefined ? 'it is not exported there' : `import it: ${original.import}`;
}

export function againstName({ against }: Pick<Check, 'against'>): string {
  if ('none' in against) return 'nothing: only the share of repeated lines or contracts were checked';
  if ('baseline' in against) return against.baseline;
  const { written, object, compared_with } = against.revision;
  return object === compared_with
    ? `revision ${written} (commit ${shortId(object)})`
    : `commit ${shortId(compared_with)}, the merge base with ${written}`;
}

const MAX_LANGUAGES = 3;

/** Source files of languages that are not parsed: a check of these says nothing. */
function unreadFiles({ entries }: Scan): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.kind !== 'file' || entry.status !== 'unsupported-language') continue;
    const language = entry.language ?? '';
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const files = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const languages = [...counts].sort((a, b) => b[1] - a[1] || compareBytes(a[0], b[0]));
  const named = languages.slice(0, MAX_LANGUAGES).map(([language, count]) => `${count} ${language}`);
  if (languages.length > MAX_LANGUAGES) named.push(`${plural(languages.length - MAX_LANGUAGES, 'other language')}`);
  return [`${plural(files, 'source file')} not analyzed: ${named.join(', ')}`];
}

const MAX_FILES = 3;

/** Files in which a copy can be missed (docs/use/copies.md). */
function filesWithManyRuns({ runs_left_out: omitted }: Scan): string[] {
  if (omitted === undefined) return [];
  const { files } = omitted;
  const named = files.slice(0, MAX_FILES);
  if (files.length > MAX_FILES) named.push(plural(files.length - MAX_FILES, 'other file'));
  const where = `${plural(files.length, 'file')} with too many: ${named.join(', ')}`;
  return [`only the largest repeated runs are compared in ${where}`];
}

/** Digits of a commit's id, as in messages of Git. */
const SHORT = 12;

function shortId(id: string): string {
  return id.slice(0, SHORT);
}

/**
 * A summary of a check: the counts first, then advice and notes.
 *
 * @param withShare the share of the complete project too; limits that are exceeded are always included
 */
export function verdictOf(check: Check, withShare = true): string[] {
  const counts = countFindings(check);
  const parts = [
    [counts.new_groups, 'new group', 'new groups'] as const,
    [counts.grown_groups, 'group with more copies', 'groups with more copies'] as const,
    [counts.new_cycles, 'new cycle', 'new cycles'] as const,
    [counts.grown_cycles, 'larger cycle', 'larger cycles'] as const,
    [
      counts.shares ?? 0,
      'share of repeated lines above its limit',
      'shares of repeated lines above their limits',
    ] as const,
    [counts.elsewhere ?? 0, 'new declaration of another project', 'new declarations of other projects'] as const,
    [counts.contracts ?? 0, 'problem of a contract', 'problems of contracts'] as const,
    [counts.drift ?? 0, 'change on one side of a mirror', 'changes on one side of a mirror'] as const,
    [counts.missed ?? 0, 'edit that a copy lacks', 'edits that copies lack'] as const,
  ].flatMap(([number, one, many]) => (number === 0 ? [] : [plural(number, one, many)]));
  const gist = parts.length === 0 ? 'no new copies, no new cycles' : parts.join(', ');
  return [`${gist} against ${againstName(check)}`, ...adviceOf(check), ...notesOf(check, withShare)];
}

function adviceOf(check: Check): string[] {
  if (findingsOf(check) === 0 || !('baseline' in check.against)) return [];
  const id = check.cycles[0]?.id ?? '';
  // Each group has its own remedy.
  return check.groups.length > 0 ? [] : [`To allow a finding: ${check.command} --accept ${id}`];
}

function otherBases({ written, other_merge_bases: others = [] }: ComparedRevision): string[] {
  if (others.length === 0) return [];
  const more = `${plural(others.length, 'more merge base', 'more merge bases')}, ${others.map(shortId).join(', ')}`;
  return [`${written} has ${more}. To have one, merge that revision, or compare with it: --exact`];
}

function mergedNote({ merged_commits: merged = [] }: ComparedRevision): string[] {
  if (merged.length === 0) return [];
  const ids = merged.map(shortId).join(', ');
  return [
    `A merge of ${ids} is not finished: copies that ${merged.length > 1 ? 'one of these has' : 'it has'} are not new.`,
  ];
}

function folderNote({ written, folder_is_new, moved_from }: ComparedRevision): string[] {
  if (moved_from !== undefined) return [`The folder was moved: it is compared with ${written}.`];
  return folder_is_new === true ? ['The folder is new: it is compared with an empty one.'] : [];
}

/** The number of findings that are not counted, because a list puts such groups apart. */
export function numberApart({ apart }: Pick<Check, 'apart'>): number {
  return [...apart.values()].reduce((sum, its) => sum + its, 0);
}

function missedNote({ missed }: Pick<Check, 'missed'>): string[] {
  const length = missed === undefined ? 0 : missed.edits.length - countedEdits(missed).length;
  if (length === 0) return [];
  return length === 1
    ? ['1 edit merges cleanly into a copy that does not have it']
    : [`${length} edits merge cleanly into copies that do not have them`];
}

function driftNote({ drift }: Pick<Check, 'drift'>): string[] {
  if (drift === undefined || drift.count || drift.files.length === 0) return [];
  const { length } = drift.files;
  return [`${plural(length, 'file')} got members that another side of a mirror does not have`];
}

function mirrorNotes({ mirrors = [] }: Pick<Check, 'mirrors'>): string[] {
  return mirrors.flatMap(({ mirror, findings, absent }) => [
    ...(findings > 0 ? [`${plural(findings, 'finding')} in ${mirrorName(mirror)} not counted: ${mirror.reason}`] : []),
    ...(absent.length > 0 ? [`${mirrorName(mirror)} has no effect on ${absent.join(', ')}: no file is there`] : []),
  ]);
}

function apartNote(check: Pick<Check, 'apart'>): string[] {
  const counts = [...check.apart].filter(([, its]) => its > 0);
  if (counts.length === 0) return [];
  const words = counts.map(([name, its]) => `${its} ${classWords(name)}`).join(', ');
  const names = counts.map(([name]) => name).join(',');
  return [`${numberApart(check)} apart: ${words}; --include ${names} counts them`];
}

const CONVERGED = { same: 'the same as', similar: 'similar to', block: 'equal in a block to' };
/** Maximum declarations that are named in a note. */
const SHOWN_CONVERGED = 3;

function convergenceNotes({ converged }: Pick<Check, 'converged'>): string[] {
  const notes = converged.slice(0, SHOWN_CONVERGED).map(({ copy, twin, as }) => {
    return `${copy.qualified_name} of ${copy.path} is now ${CONVERGED[as]} ${twin.qualified_name} of ${twin.path}`;
  });
  const more = converged.length - notes.length;
  return more > 0 ? [...notes, `and ${more} more`] : notes;
}

function shareNotes({ share }: Pick<Check, 'share'>, withTotal: boolean): string[] {
  if (share === undefined) return [];
  const { now, before, exceeded } = share;
  const named = (files: ShareFiles) => (files === 'tests' ? 'tests' : 'product code');
  const total = SHARE_FILES.filter((files) => now[files].lines > 0).map((files) => {
    const old = before === undefined ? '' : ` (before: ${percentOf(before[files])})`;
    return `${percentOf(now[files])} of ${plural(now[files].lines, 'line')} of ${named(files)}${old}`;
  });
  return [
    ...exceeded.map(({ folder, files, share: its, percent }) => {
      return `${percentOf(its)} of ${plural(its.lines, 'line')} of ${named(files)}${folder && ` in ${folder}`} are repeated; at most ${percent} % allowed`;
    }),
    ...(withTotal && total.length > 0 ? [`Repeated lines: ${total.join(', ')}`] : []),
  ];
}

function contractNotes({ contracts }: Pick<Check, 'contracts'>): string[] {
  if (contracts === undefined) return [];
  const { manifest, decided, entries, known, verdicts } = contracts;
  const shares = verdicts === undefined ? '' : verdictShares(verdicts);
  const older = known === 0 ? '' : `, ${plural(known, 'known problem')}`;
  return [`Contracts of ${manifest}: decided ${decided} of ${plural(entries, 'entry', 'entries')}${shares}${older}`];
}

/** A problem of a contract, with its place in the manifest. */
export function problemText({ message, pointer }: Problem, { manifest }: ContractsReport): string {
  return `${message} (${pointer} of ${manifest})`;
}

/** The place of evidence, what is there, and the calls that lead to it. */
export function evidenceText({ path, line, text, through }: Problem['evidence'][number], arrow: string): string {
  const way = through.length === 0 ? '' : `  through ${through.join(` ${arrow} `)}`;
  return `${path}:${line}  ${text}${way}`;
}

/** With one decimal, rounded down. */
export function percentOf({ lines, repeated }: Share): string {
  const tenths = lines === 0 ? 0 : Math.floor((1000 * repeated) / lines);
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

function silencedNotes({ silenced = [], ignore_problems = [], became_generated: generated = [] }: Check): string[] {
  const findings = plural(silenced.length, 'finding');
  const comments = silenced.flatMap((it) => it.comments.map(({ path, line, reason }) => `${path}:${line} (${reason})`));
  return [
    ...(silenced.length > 0 ? [`${findings} silenced in the source: ${comments.slice(0, NAMED).join(', ')}`] : []),
    ...(generated.length > 0
      ? [`${plural(generated.length, 'file')} became generated code: ${generated.slice(0, NAMED).join(', ')}`]
      : []),
    ...ignore_problems.slice(0, PROBLEMS).map(({ path, line, problem }) => `${path}:${line} has no effect: ${problem}`),
    ...(ignore_problems.length > PROBLEMS
      ? [`${ignore_problems.length - PROBLEMS} more comments have no effect: --format json`]
      : []),
  ];
}

/** Maximum number of comments in a note. */
const NAMED = 5;
/** Maximum number of comments without effect. */
const PROBLEMS = 20;

function notesOf(check: Check, withShare: boolean): string[] {
  const { against, command, ignored, edited, shrunk, continued, scan } = check;
  const notes = silencedNotes(check);
  if ('revision' in against)
    notes.push(...otherBases(against.revision), ...folderNote(against.revision), ...mergedNote(against.revision));
  if (ignored !== undefined && ignored.findings > 0) {
    notes.push(`${plural(ignored.findings, 'finding')} only in ${ignored.classes.join(', ')} not counted`);
  }
  notes.push(...apartNote(check), ...mirrorNotes(check));
  if (edited > 0) {
    notes.push(`${plural(edited, 'finding')} not counted: only declarations that existed before were edited`);
  }
  notes.push(...missedNote(check), ...driftNote(check));
  notes.push(...convergenceNotes(check), ...shareNotes(check, withShare), ...contractNotes(check));
  notes.push(...unreadFiles(scan), ...filesWithManyRuns(scan));
  const incomplete = scan.entries.filter(isIncomplete).length;
  if (incomplete > 0)
    notes.push(`${plural(incomplete, 'entry', 'entries')} could not be analyzed completely; --strict exits 2.`);
  if (!('baseline' in against)) return notes;
  const fewer = shrunk.groups.length + shrunk.cycles.length;
  if (fewer > 0) {
    const what = [
      ...(shrunk.groups.length > 0 ? [plural(shrunk.groups.length, 'group')] : []),
      ...(shrunk.cycles.length > 0 ? [plural(shrunk.cycles.length, 'cycle')] : []),
    ];
    notes.push(`${what.join(' and ')} of the baseline shrank or disappeared. Update the baseline: ${command}`);
  }
  if (continued.length > 0) {
    const groups = plural(continued.length, 'listed group');
    notes.push(`All copies of ${groups} were edited in the same way. Update the baseline: ${command}`);
  }
  return notes;
}
