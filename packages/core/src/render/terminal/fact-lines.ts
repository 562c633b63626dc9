import { twinSign } from '#lists/async-twins.ts';
import { GroupMembers } from '#lists/group-members.ts';
import type { CopyRelation, RelationKind } from '#relations/model.ts';
import type { Group, Scan } from '#scan/model.ts';
import { groupWord, kindWord } from '../kind-word.ts';
import { padEnd, wrapped } from './cells.ts';
import { SHOWN_LOCATIONS, some } from './lists.ts';
import { lengthText } from './locations.ts';
import { grouped, plural } from './numbers.ts';
import { foldersOf, isOfFiles, largestOf, linesOf, type Relations } from './relation-folders.ts';
import type { CodePlace, CodePlaces, ScreenFact } from './screen-fact.ts';
import { commandArgument } from './shell-argument.ts';
import type { TerminalStyle } from './terminal-style.ts';
import { areEqual, isRenamed } from './worth.ts';

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
  const members = new GroupMembers(scan, groups);
  const width = style.width - LABEL_WIDTH - 2;
  for (const fact of facts) {
    const [label, ...lines] = 'group' in fact ? groupLines(fact, members, style) : relationsLines(fact, style);
    const rest = [...alsoLines(fact, style), ...twinsLines(fact, style), ...moreLines(fact)];
    const shown = [...lines, ...rest].flatMap((line) => wrapped(line, width));
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

/** One relation, or the forks and families of files in the same folders. */
function relationsLines({ relations }: Extract<ScreenFact, { relations: unknown }>, style: TerminalStyle): FactText {
  const [first, ...others] = relations;
  if (first.kind === 'vendored-library' && others.length > 0) return librariesLines(relations, style);
  if (others.length === 0) return relationLines(first, style);
  const forks = relations.filter(({ kind }) => kind === 'fork').length;
  const families = relations.length - forks;
  const counts = [
    ...(forks > 0 ? [plural(forks, 'fork')] : []),
    ...(families > 0 ? [plural(families, 'family', 'families')] : []),
  ];
  const folders = foldersOf(first);
  const where = folders.length === 2 ? folders.map((it) => style.name(it)).join(' and ') : some(folders, style);
  return [
    families === 0 ? 'fork' : 'family',
    `${counts.join(' and ')} of files in ${where}`,
    plural(linesOf(relations), 'equal line'),
    `the largest: ${sidesText(largestOf(relations), style)}`,
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

/** The label, what is related, what it saves, and what differs. */
export function relationLines(relation: CopyRelation, style: TerminalStyle): FactText {
  const { kind, sides, pairs, lines, differs } = relation;
  const isOfCode = kind !== 'shared-helper' && kind !== 'vendored-library';
  const among = pairs.length > 1 && !isOfFiles(relation) ? ` in ${plural(pairs.length, 'pair')} of files` : '';
  return [
    isOfCode && twinSign(sides.map((path) => ({ path }))) === 'names' ? 'sync and async' : kindText(kind),
    sidesText(relation, style),
    `${plural(lines, isOfCode ? 'equal line' : 'line')}${among}`,
    ...(differs === undefined ? [] : [style.name(differs)]),
  ];
}

/** Groups in the same files or folders. */
function moreLines({ more }: ScreenFact): string[] {
  return more === 0 ? [] : [`and ${plural(more, 'more group')} of copies there`];
}

/** Further places of the same code. */
function alsoLines({ also }: ScreenFact, style: TerminalStyle): string[] {
  return placesLines(also, style).map((line, index) => (index === 0 ? `also ${line}` : line));
}

/** What else is synchronous and asynchronous code, the largest first. */
function twinsLines({ twins }: ScreenFact, style: TerminalStyle): string[] {
  const [largest, ...others] = twins.toSorted((a, b) => b.saved - a.saved);
  if (largest === undefined) return [];
  const { places, saved } = largest;
  const [one, other] = places.map((place) => style.name(placeText(place)));
  const rest = others.length > 0 ? [`and ${grouped(others.length)} more of synchronous and asynchronous code`] : [];
  return [`also ${one} and ${other}: ${plural(saved, 'equal line')}`, ...rest];
}

function sidesText({ kind, sides }: CopyRelation, style: TerminalStyle): string {
  if (kind === 'vendored-library') return style.name(sides[0] ?? '');
  if (sides.length === 2) return sides.map((side) => style.name(side)).join(' and ');
  return `${sides.length} ${kind === 'folder-family' ? 'folders' : 'files'}: ${some(sides, style)}`;
}

function groupLines(
  { group, places }: Extract<ScreenFact, { group: unknown }>,
  members: GroupMembers,
  style: TerminalStyle,
): FactText {
  const copies = plural(places.places.length, 'copy', 'copies');
  const { lines, saved } = places;
  const length = lines === undefined ? lengthText(group, members) : rangeText(lines);
  const inAll = places.places.length > 2 ? ' in all' : '';
  const isOnlyRenamed = isRenamed(group.kind) && !(lines !== undefined && areEqual(lines, saved));
  const equal = isOnlyRenamed ? ', equal except for names' : `, ${plural(saved, 'equal line')}${inAll}`;
  return [
    factWord(group, members, places),
    `${copies} of ${length}${lines === undefined ? '' : equal}`,
    ...placesLines(places.places, style),
  ];
}

/** Without the similarity, because equal lines say how much is equal; renamed copies whose lines are all equal are not. */
function factWord(group: Group, members: GroupMembers, { lines, saved }: CodePlaces): string {
  const word = groupWord(group, members);
  if (group.kind === 'near') return word === 'identical' ? word : 'edited';
  if (lines === undefined || !isRenamed(group.kind) || !areEqual(lines, saved)) return word;
  return kindWord(group.kind === 'block-shape' ? 'block' : 'function-body');
}

/** Each place in a line, and the number of further ones, if there are several. */
function placesLines(places: readonly CodePlace[], style: TerminalStyle): string[] {
  const count = places.length === SHOWN_LOCATIONS + 1 ? places.length : SHOWN_LOCATIONS;
  const rest = places.length - count;
  const shown = places.slice(0, count).map((place) => style.name(placeText(place)));
  return rest > 0 ? [...shown, `and ${grouped(rest)} more`] : shown;
}

function placeText({ path, name, within, start, end }: CodePlace): string {
  const lines = start === undefined ? '' : `:${start === end ? start : `${start}-${end}`}`;
  const words = name ?? (within === undefined ? undefined : `in ${within}`);
  return `${path}${lines}${words === undefined ? '' : ` ${words}`}`;
}

function rangeText(lines: readonly number[]): string {
  const [least, most] = [Math.min(...lines), Math.max(...lines)];
  return least === most ? plural(most, 'line') : `${grouped(least)} to ${plural(most, 'line')}`;
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
  if ('group' in fact) return fact.more > 0 ? (fact.places.files[0] ?? '') : fact.group.id;
  const [first, ...others] = fact.relations;
  if (others.length === 0 && !(isOfFiles(first) && fact.more > 0)) {
    return first.sides.at(-1) ?? '';
  }
  const isVendored = first.kind === 'vendored-library';
  const folder = isVendored ? commonFolder(fact.relations) : (foldersOf(first).at(-1) ?? '.');
  return folder === '.' ? (largestOf(fact.relations).sides.at(-1) ?? '') : folder;
}
