import type { AgeCommit, CopyAge, CopyAges, GroupAges } from '#history/ages/model.ts';
import type { Scan } from '#scan/model.ts';
import { kindWord } from '../kind-word.ts';
import { title } from './lists.ts';
import { grouped, plural } from './numbers.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Groups, and copies of a group, that are shown. */
const GROUPS = 20;
const COPIES = 4;
const HASH_LENGTH = 8;
const DAY_LENGTH = 10;

/** When the copies of the listed groups came, and whether they were edited together. */
export function* agesLines(
  { groups, history }: CopyAges,
  scan: Pick<Scan, 'groups'>,
  areAll: boolean,
  style: TerminalStyle,
): Generator<string> {
  const kinds = new Map(scan.groups.map(({ id, kind, similarity }) => [id, kindWord(kind, similarity)]));
  yield title(style, 'When the copies came', '');
  const shown = areAll ? groups : groups.slice(0, GROUPS);
  for (const group of shown) {
    yield style.line('plain', `  ${kinds.get(group.group) ?? ''}: ${sentences(group)}`);
    const copies = areAll ? group.copies : group.copies.slice(0, COPIES);
    for (const [at, copy] of copies.entries())
      yield style.line('plain', `    ${copyLine(copy, at === group.first, style)}`);
    if (copies.length < group.copies.length) {
      yield style.line('faint', `    and ${plural(group.copies.length - copies.length, 'more copy', 'more copies')}`);
    }
  }
  if (shown.length < groups.length) {
    yield style.line(
      'faint',
      `  and ${plural(groups.length - shown.length, 'more group')}: --detail full, or --format json`,
    );
  }
  if (groups.length === 0) yield style.line('faint', '  no listed copies');
  const searched = `${plural(history.commits, 'commit')} searched (first parents only)`;
  yield style.line('faint', `  ${searched}${history.is_cut ? ': older ones were not' : ''}`);
  if (history.is_shallow) {
    yield style.line('faint', '  the clone is shallow: older commits are missing (git fetch --unshallow)');
  }
}

function sentences({ together, apart, differ, since }: GroupAges): string {
  const isEdited = together + apart > 0;
  const edits = isEdited ? `edited together ${times(together)}, apart ${times(apart)}` : 'not edited since they came';
  const state = differ ? 'differ' : 'equal';
  return `${edits}; ${state}${since === undefined ? '' : ` since ${dayOf(since)} ${shortId(since)}`}`;
}

function copyLine(copy: CopyAge, isFirst: boolean, style: TerminalStyle): string {
  const { path, start_line, end_line, came, is_uncommitted, edits } = copy;
  const when = came === undefined ? (is_uncommitted ? 'not committed' : 'older') : `${dayOf(came)} ${shortId(came)}`;
  const first = isFirst ? ', the first' : '';
  const edited = edits === 0 ? '' : `, edited ${times(edits)}`;
  const subject = came === undefined ? '' : `  ${style.name(came.subject)}`;
  return `${style.name(path)}:${start_line}-${end_line}  ${when}${first}${edited}${subject}`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${grouped(count)} times`;
}

function dayOf({ date }: AgeCommit): string {
  return date.slice(0, DAY_LENGTH);
}

function shortId({ commit }: AgeCommit): string {
  return commit.slice(0, HASH_LENGTH);
}
