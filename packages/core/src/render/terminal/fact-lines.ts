import { BlockNames } from '#lists/block-names.ts';
import { GroupMembers } from '#lists/group-members.ts';
import type { CopyRelation, RelationKind } from '#relations/model.ts';
import type { Scan } from '#scan/model.ts';
import { groupWord } from '../kind-word.ts';
import { padEnd, wrapped } from './cells.ts';
import { some } from './lists.ts';
import { fittingPlaces, lengthText, locationsOf, placeLines } from './locations.ts';
import { grouped, plural } from './numbers.ts';
import { foldersOf, isOfFiles, type Relations } from './relation-folders.ts';
import type { ScreenFact } from './screen-fact.ts';
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
  const width = style.width - LABEL_WIDTH - 2;
  for (const fact of facts) {
    const [label, ...lines] =
      'group' in fact ? groupLines(fact, { names, members, style, width }) : relationsLines(fact, style);
    const shown = [...lines, ...twinsLines(fact)].flatMap((line) => wrapped(line, width));
    for (const [index, line] of shown.entries()) {
      const start = `  ${padEnd(index === 0 ? label : '', LABEL_WIDTH)}`;
      // Not cut to the width, because it can be a path with lines, or a command.
      yield style.paint(index === 0 ? 'plain' : 'faint', `${start}${line}`);
    }
    const target = targetOf(fact);
    const words = path === '.' ? [target] : [target, path];
    yield `  ${padEnd('', LABEL_WIDTH)}analyzer show ${style.name(words.map(commandArgument).join(' '))}`;
  }
}

type FactText = [label: string, ...lines: string[]];

/** One relation, or the forks and families of files, or shared helpers, in the same folders. */
function relationsLines(fact: Extract<ScreenFact, { relations: unknown }>, style: TerminalStyle): FactText {
  const { relations, more } = fact;
  const [first, ...others] = relations;
  const isHelper = first.kind === 'shared-helper';
  const isOneHelper = isHelper && others.length === 0;
  const places = isOfFiles(first) || (isHelper && !isOneHelper) ? foldersOf(first) : first.sides;
  const rest = moreLines(more, places, isOneHelper ? 'file' : 'folder');
  if (first.kind === 'vendored-library' && others.length > 0) return librariesLines(relations, style);
  if (others.length === 0) return [...relationLines(first, style), ...rest];
  const forks = relations.filter(({ kind }) => kind === 'fork').length;
  const families = isHelper ? 0 : relations.length - forks;
  const counts = [
    ...(forks > 0 ? [plural(forks, 'fork')] : []),
    ...(families > 0 ? [plural(families, 'family', 'families')] : []),
  ];
  const what = isHelper ? plural(relations.length, 'shared helper') : `${counts.join(' and ')} of files`;
  const folders = foldersOf(first);
  const where = folders.length === 2 ? folders.map((it) => style.name(it)).join(' and ') : some(folders, style);
  const sum = (number: (it: CopyRelation) => number) => relations.reduce((total, it) => total + number(it), 0);
  const gist = gistText({
    saved: plural(
      sum((it) => it.lines),
      isHelper ? 'line' : 'equal line',
    ),
    pairs: sum((it) => it.pairs.length),
    groups: sum((it) => it.groups.length),
    elsewhere: sum((it) => it.elsewhere),
  });
  return [
    kindText(isHelper || families === 0 ? first.kind : 'file-family'),
    `${what} in ${where}`,
    gist,
    `the largest: ${sidesText(largestOf(relations), style)}`,
    ...rest,
  ];
}

/** Several vendored libraries. */
function librariesLines(libraries: Relations, style: TerminalStyle): FactText {
  const lines = libraries.reduce((sum, it) => sum + it.lines, 0);
  const largest = libraries.slice(0, MAX_LIBRARIES).map(({ differs = '' }) => style.name(differs));
  const rest = libraries.length - largest.length;
  return [
    kindText('vendored-library'),
    `${plural(libraries.length, 'library', 'libraries')} in ${style.name(commonFolder(libraries))}`,
    plural(lines, 'line'),
    ...largest,
    ...(rest > 0 ? [`and ${grouped(rest)} more`] : []),
  ];
}

/** The innermost folder that has all libraries; `.` is the scanned folder. */
function commonFolder(libraries: Relations): string {
  const [{ sides }, ...others] = libraries;
  const parts = (sides[0] ?? '').split('/').slice(0, -1);
  const has = (folder: string) => others.every((it) => it.sides[0]?.startsWith(`${folder}/`));
  while (parts.length > 0 && !has(parts.join('/'))) parts.pop();
  return parts.join('/') || '.';
}

/** The largest libraries that a fact names. */
const MAX_LIBRARIES = 3;

function largestOf(relations: Relations): CopyRelation {
  return relations.reduce((a, b) => (b.lines > a.lines ? b : a));
}

/** The label, what is related, what it saves, and what differs. */
export function relationLines(relation: CopyRelation, style: TerminalStyle): FactText {
  const { kind, pairs, lines, differs, groups, elsewhere } = relation;
  const saved =
    kind === 'shared-helper' || kind === 'vendored-library' ? plural(lines, 'line') : plural(lines, 'equal line');
  return [
    kindText(kind),
    sidesText(relation, style),
    gistText({ saved, pairs: pairs.length, groups: groups.length, elsewhere }),
    ...(differs === undefined ? [] : [style.name(differs)]),
  ];
}

function gistText(counts: { saved: string; pairs: number; groups: number; elsewhere: number }): string {
  const { saved, pairs, groups, elsewhere } = counts;
  const among = pairs > 1 ? ` in ${plural(pairs, 'pair')} of files` : '';
  const explained = groups > 0 ? `, ${plural(groups, 'group')} of copies` : '';
  const others = elsewhere > 0 ? `, ${grouped(elsewhere)} more with copies elsewhere too` : '';
  return `${saved}${among}${explained}${others}`;
}

/** @param more number of groups in the same files or folders */
function moreLines(more: number, places: readonly string[], what: 'file' | 'folder' = 'file'): string[] {
  if (more === 0) return [];
  return [`and ${plural(more, 'more group')} of copies in ${places.length === 1 ? `this ${what}` : `these ${what}s`}`];
}

function twinsLines({ twins }: ScreenFact): string[] {
  if (twins === 0) return [];
  return [`and ${plural(twins, 'more group')} of synchronous and asynchronous code: --detail full`];
}

function sidesText({ kind, sides }: CopyRelation, style: TerminalStyle): string {
  if (kind === 'vendored-library') return style.name(sides[0] ?? '');
  if (sides.length === 2) return sides.map((side) => style.name(side)).join(' and ');
  return `${sides.length} ${kind === 'folder-family' ? 'folders' : 'files'}: ${some(sides, style)}`;
}

function groupLines(
  { group, more, files }: Extract<ScreenFact, { group: unknown }>,
  { names, members, style, width }: { names: BlockNames; members: GroupMembers; style: TerminalStyle; width: number },
): FactText {
  const [first = '', ...others] = locationsOf(group, names, members);
  return [
    groupWord(group, members),
    ...placeLines(
      `${plural(others.length + 1, 'copy', 'copies')} of ${lengthText(group, members)}:`,
      first,
      width,
      style,
    ),
    fittingPlaces(others, width, style),
    ...moreLines(more, files),
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
    case 'vendored-library':
      return 'vendored';
  }
}

/**
 * What `analyzer show` opens: the last folder or file, which is the inner one of two; the group of a shared helper; a file if
 * the fact has further groups.
 */
function targetOf(fact: ScreenFact): string {
  if ('group' in fact) return fact.more > 0 ? (fact.files[0] ?? '') : fact.group.id;
  const [first, ...others] = fact.relations;
  if (others.length === 0 && !(isOfFiles(first) && fact.more > 0)) {
    if (first.kind !== 'shared-helper') return first.sides.at(-1) ?? '';
    return (fact.more > 0 ? first.sides[0] : first.groups[0]) ?? '';
  }
  const isVendored = first.kind === 'vendored-library';
  const folder = isVendored ? commonFolder(fact.relations) : (foldersOf(first).at(-1) ?? '.');
  return folder === '.' ? (largestOf(fact.relations).sides.at(-1) ?? '') : folder;
}
