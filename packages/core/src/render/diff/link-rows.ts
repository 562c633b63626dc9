import type { Diff, GroupChange, GroupChangeKind, ImportChange } from '#diff/model.ts';
import type { GroupKind } from '#scan/model.ts';
import { driftText } from '../mirror-text.ts';
import { missedText } from '../missed/edits.ts';
import { placeText } from '../missed/wording.ts';
import type { Section, SectionRow } from './section.ts';

const WORDS: Readonly<Record<GroupChangeKind, string>> = {
  appeared: 'new copies',
  vanished: 'no longer copies',
  grew: 'more copies',
  shrank: 'fewer copies',
  diverged: 'copies diverged',
  'edited-together': 'all copies edited in the same way',
};

/** Changed cycles, clone groups, edits that copies lack, and imports; groups nested in other groups are omitted. */
export function linkSections(
  {
    cycles,
    groups,
    imports,
    missed = [],
    drift = [],
  }: Pick<Diff, 'cycles' | 'groups' | 'imports' | 'missed' | 'drift'>,
  arrow: string,
): Section[] {
  return [
    {
      title: 'Import cycles',
      rows: cycles.map(({ change, before, after }) => ({
        location: after[0] ?? before[0] ?? '',
        text: `${change}: ${(after.length > 0 ? after : before).join(`, `)}`,
      })),
    },
    {
      title: 'Copies',
      rows: groups.filter(({ contained }) => !contained).map(groupRow),
    },
    {
      title: 'Edits that copies lack',
      rows: missed.map((edit) => ({ location: placeText(edit.edited), text: missedText(edit) })),
    },
    {
      title: 'Drift of mirrors',
      rows: drift.map((file) => ({ location: placeText(file.added), text: driftText(file) })),
    },
    { title: 'Imports', rows: imports.map((it) => importRow(it, arrow)) },
  ];
}

/** Maximum number of listed copies; JSON has all. */
const NAMED = 3;

const EQUALITY: Readonly<Record<GroupKind, string>> = {
  'function-body': 'identical',
  'function-shape': 'identical up to renaming',
  near: 'similar',
  block: 'identical blocks',
  'block-shape': 'blocks identical up to renaming',
};

function groupRow(group: GroupChange): SectionRow {
  const { change, id, kind, nodes, before, after, edited } = group;
  const [added, removed] = [occurrencesOf(group, 'added'), occurrencesOf(group, 'removed')];
  const lists = [named('new', added), named('edited', edited), named('removed', removed)].filter((it) => it !== '');
  const size = `${before} before, ${after} now, ${nodes} nodes, ${EQUALITY[kind]}`;
  return { location: id, text: `${WORDS[change]}: ${size}${lists.length === 0 ? '' : `; ${lists.join('; ')}`}` };
}

/** Ids of declarations, or ranges of blocks. */
export function occurrencesOf(group: GroupChange, list: 'added' | 'removed'): string[] {
  const blocks = group[`${list}_blocks`];
  return blocks?.map(({ path, start_line, end_line }) => `${path}:${start_line}-${end_line}`) ?? group[list];
}

function named(what: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
  return `${what} ${ids.slice(0, NAMED).join(', ')}${more}`;
}

function importRow({ change, path, line, state, target }: ImportChange, arrow: string): SectionRow {
  const note = state === 'resolved' ? '' : ` (${state})`;
  return { location: `${path}:${line}`, text: `${change === 'appeared' ? '+' : '-'} ${arrow} ${target}${note}` };
}
