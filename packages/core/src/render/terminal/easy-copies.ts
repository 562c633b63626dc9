import { easeOfGroup, KNOWN_EASES, type KnownEase } from '#generalize/ease.ts';
import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import type { ListedGroups } from '#lists/listed-groups.ts';
import type { Group, Scan } from '#scan/model.ts';
import { type Line, type ListOptions, list, some, title } from './lists.ts';
import { locationsOf } from './locations.ts';
import { grouped, plural } from './numbers.ts';
import { commandArgument } from './shell-argument.ts';

const WORDS: Readonly<Record<KnownEase, string>> = {
  identical: 'nothing differs',
  values: 'only names differ',
};

/**
 * The listed groups that one function can replace without a function as an argument, as far as their kind tells: the
 * easiest first, of equal ones in the order of lists.
 *
 * @param path of the folder, as the user wrote it
 */
export function* easyCopies(
  scan: Scan,
  { shown }: ListedGroups,
  eases: readonly KnownEase[],
  path: string,
  options: ListOptions,
): Generator<string> {
  const { style } = options;
  const members = new GroupMembers(scan, shown);
  const languages = new Map(scan.entries.map((it) => [it.path, it.kind === 'file' ? it.language : undefined]));
  const easeOf = ({ kind, occurrences: [first], blocks }: Group) =>
    first === undefined || blocks !== undefined
      ? undefined
      : easeOfGroup(kind, languages.get(members.of(first).path) ?? '', false);
  const groups = KNOWN_EASES.filter((ease) => eases.includes(ease)).flatMap((ease) =>
    shown.filter((group) => easeOf(group) === ease).map((group) => ({ group, ease })),
  );
  yield title(style, 'Easy to share', `${grouped(groups.length)} of ${plural(shown.length, 'listed group')}`);
  const names = new BlockNames(scan);
  yield* list(groups, options, ({ group, ease }): Line => {
    const [first = '', ...others] = locationsOf(group, names, members);
    return {
      label: group.id,
      count: `${others.length + 1} ${style.glyphs.times} ${plural(linesOf(group, members), 'line')}`,
      text: `${WORDS[ease]}  ${style.name(first)}`,
      below: some(others, style),
    };
  });
  const folder = path === '.' ? '' : ` ${style.name(commandArgument(path))}`;
  const unknown = shown.filter((group) => easeOf(group) === undefined).length;
  yield style.line('faint', `  analyzer draft ID${folder} writes the function`);
  if (unknown > 0) {
    const text = `${plural(unknown, 'group')} of edited copies, blocks or classes: analyzer draft --list${folder} reads their source`;
    yield style.line('faint', `  ${text}`);
  }
}

/** Lines of the longest occurrence. */
function linesOf({ occurrences }: Group, members: GroupMembers): number {
  const ranges = occurrences.map((id) => members.of(id).declaration);
  return ranges.reduce((most, { start_line, end_line }) => Math.max(most, end_line - start_line + 1), 0);
}
