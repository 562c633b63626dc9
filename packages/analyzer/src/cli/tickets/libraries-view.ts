import type { ExtractionPlanV1 } from '@analyzer/contracts/analyzer.extraction-plan.v1';
import { grouped, plural } from '@analyzer/core/render/terminal/numbers.ts';
import { type StyleOptions, TerminalStyle } from '@analyzer/core/render/terminal/terminal-style.ts';
import { skippedNotes } from './plan-view.ts';

type Library = NonNullable<ExtractionPlanV1['libraries']>[number];

const MAX_SOURCES = 3;
const MAX_NAMES = 5;
const MAX_OBSTACLES = 2;
const MAX_SIDES = 2;

/** A plan of libraries for people, line by line: for each library what, where, why there, from where, and what is hard. */
export function* renderLibraries(plan: ExtractionPlanV1, options: StyleOptions): Generator<string> {
  const style = new TerminalStyle(options);
  const { libraries = [], tasks, snapshot_id: snapshot } = plan;
  const lines = libraries.reduce((sum, library) => sum + library.lines, 0);
  const figures = [
    plural(libraries.length, 'library', 'libraries'),
    `${plural(lines, 'line')} less`,
    plural(tasks.length, 'task'),
  ];
  yield `${style.line('strong', `Plan of snapshot ${snapshot.slice(0, 12)}: ${figures.join(', ')}`)}\n`;
  for (const [index, library] of libraries.entries()) yield* libraryLines(index + 1, library, plan, style);
  const notes = skippedNotes(plan);
  if (notes.length > 0) yield '\n';
  for (const note of notes) yield `${style.line('faint', style.name(note))}\n`;
  yield `${style.line('faint', 'The tasks: --format html, or --format json.')}\n`;
}

function* libraryLines(
  number: number,
  library: Library,
  { packages, families }: ExtractionPlanV1,
  style: TerminalStyle,
): Generator<string> {
  const { package_id: id, sources, obstacles, reason } = library;
  const target = packages.find((one) => one.package_id === id);
  const state = target?.is_new === true ? 'new' : 'in';
  const place = `${state} ${target?.name ?? ''}: ${target?.path ?? ''} of ${target?.project ?? ''}`;
  yield `\n${style.line('strong', style.name(`${number}. ${id}`))}  ${style.name(place)}\n`;
  const own = families.filter((one) => one.package_id === id);
  const names = [...new Set(own.map(({ occurrences: [first] }) => lastPart(first?.qualified_name ?? '')))];
  const what = `${plural(library.families, 'function')} in ${plural(library.copies, 'copy', 'copies')}`;
  const from = sources.slice(0, MAX_SOURCES).map(({ project, folder, lines }) => {
    return `${project}/${folder} (${plural(lines, 'line')})`.replace('/. (', ' (');
  });
  yield row('lines', `${grouped(library.lines)} less, ${what}, ease ${library.ease} %`, style);
  if (library.drafts !== undefined) yield row('draft', draftText(library.drafts), style);
  yield row('what', shown(names, MAX_NAMES), style);
  yield row('why here', reason, style);
  for (const [index, { relation, families: count }] of (library.relations ?? []).entries())
    yield row(index === 0 ? 'part of' : '', `${relationText(relation)}: ${plural(count, 'function')}`, style);
  yield row('from', from.join(', ') + more(sources.length - from.length), style);
  for (const [index, obstacle] of obstacles.slice(0, MAX_OBSTACLES).entries())
    yield row(index === 0 ? 'in the way' : '', obstacle, style);
}

/** What one function for each family needs. */
function draftText({ identical, values, unknown, parameters }: NonNullable<Library['drafts']>): string {
  const parts = [
    ...(identical > 0 ? [`${plural(identical, 'function')} without differences`] : []),
    ...(values > 0 ? [`${values} with at most ${plural(parameters, 'parameter')} for names`] : []),
    ...(unknown > 0 ? [`${unknown} edited: analyzer draft reads the source`] : []),
  ];
  return parts.join(', ');
}

type Relation = NonNullable<Library['relations']>[number]['relation'];

const RELATION_WORDS: Readonly<Record<Relation['kind'], string>> = {
  mirror: 'mirror',
  'folder-family': 'family of folders',
  fork: 'fork',
  'file-family': 'family of files',
  'shared-helper': 'code shared by files',
  'vendored-library': 'vendored library',
};

function relationText({ kind, sides, more_sides: rest }: Relation): string {
  const places = sides.map(({ project, path }) => [project ?? '', path].filter(Boolean).join('/'));
  const first = places.slice(0, MAX_SIDES);
  return `${RELATION_WORDS[kind]} ${first.join(', ')}${more(places.length - first.length + rest)}`;
}

const LABEL_WIDTH = 12;

function row(label: string, text: string, style: TerminalStyle): string {
  return `   ${style.line('faint', label.padEnd(LABEL_WIDTH))}${style.name(text)}\n`;
}

function shown(names: readonly string[], most: number): string {
  return names.slice(0, most).join(', ') + more(names.length - most);
}

function more(count: number): string {
  return count > 0 ? ` and ${count} more` : '';
}

function lastPart(name: string): string {
  return name.replace(/^.*[.\\]/s, '');
}
