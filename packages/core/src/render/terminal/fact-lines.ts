import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import type { CopyRelation, RelationKind } from '#relations/model.ts';
import type { Group, Scan } from '#scan/model.ts';
import { groupWord } from '../kind-word.ts';
import { padEnd } from './cells.ts';
import { some } from './lists.ts';
import { locationsOf } from './locations.ts';
import { grouped, plural } from './numbers.ts';
import type { ScreenFact } from './screen-facts.ts';
import { commandArgument } from './shell-argument.ts';
import type { TerminalStyle } from './terminal-style.ts';

/** Columns of the words before a fact. */
const LABEL_WIDTH = 15;

/**
 * The lines of a fact: what it is, what it saves, what differs, and the command that opens it.
 *
 * @param path of the scanned folder, as the user wrote it
 */
export function* factLines(
  facts: readonly ScreenFact[],
  scan: Scan,
  path: string,
  style: TerminalStyle,
): Generator<string> {
  const groups = facts.flatMap((fact) => ('group' in fact ? [fact.group] : []));
  const [names, members] = [new BlockNames(scan), new GroupMembers(scan, groups)];
  for (const fact of facts) {
    const [label, ...lines] =
      'group' in fact ? groupLines(fact.group, names, members, style) : relationLines(fact.relation, style);
    const target = 'group' in fact ? fact.group.id : targetOf(fact.relation);
    for (const [index, line] of lines.entries()) {
      const start = `  ${padEnd(index === 0 ? label : '', LABEL_WIDTH)}`;
      yield style.line(index === 0 ? 'plain' : 'faint', `${start}${line}`);
    }
    // Not cut to the width, because it is a command.
    const words = path === '.' ? [target] : [target, path];
    yield `  ${padEnd('', LABEL_WIDTH)}analyzer show ${style.name(words.map(commandArgument).join(' '))}`;
  }
}

type FactText = [label: string, ...lines: string[]];

/** The label, what is related, what it saves, and what differs. */
export function relationLines(relation: CopyRelation, style: TerminalStyle): FactText {
  const { kind, pairs, lines, differs, groups, elsewhere } = relation;
  const saved = kind === 'shared-helper' ? plural(lines, 'line') : plural(lines, 'equal line');
  const among = pairs.length > 1 ? ` in ${plural(pairs.length, 'pair')} of files` : '';
  const explained = groups.length > 0 ? `, ${plural(groups.length, 'group')} of copies` : '';
  const others = elsewhere > 0 ? `, ${grouped(elsewhere)} more with copies elsewhere too` : '';
  return [
    kindText(kind),
    sidesText(relation, style),
    `${saved}${among}${explained}${others}`,
    ...(differs === undefined ? [] : [style.name(differs)]),
  ];
}

function sidesText({ kind, sides }: CopyRelation, style: TerminalStyle): string {
  if (sides.length === 2) return sides.map((side) => style.name(side)).join(' and ');
  return `${sides.length} ${kind === 'folder-family' ? 'folders' : 'files'}: ${some(sides, style)}`;
}

function groupLines(group: Group, names: BlockNames, members: GroupMembers, style: TerminalStyle): FactText {
  const [first = '', ...others] = locationsOf(group, names, members);
  return [
    groupWord(group, members),
    `${plural(others.length + 1, 'copy', 'copies')}: ${style.name(first)}`,
    some(others, style),
  ];
}

function kindText(kind: RelationKind): string {
  switch (kind) {
    case 'mirror':
      return 'mirror';
    case 'folder-family':
    case 'file-family':
      return 'family';
    case 'fork':
      return 'fork';
    case 'shared-helper':
      return 'shared';
  }
}

/** What `analyzer show` opens: the last folder or file, which is the inner one of two; the group of a shared helper. */
function targetOf({ kind, sides, groups }: CopyRelation): string {
  return (kind === 'shared-helper' ? groups[0] : sides.at(-1)) ?? '';
}
