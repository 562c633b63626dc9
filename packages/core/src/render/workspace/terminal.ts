import { kindWord, percent } from '../kind-word.ts';
import { padStart, widthOf } from '../terminal/cells.ts';
import { grouped, plural } from '../terminal/numbers.ts';
import { TerminalStyle, type Tone } from '../terminal/terminal-style.ts';
import type { GroupView, IdenticalNodesView, WorkspaceView } from './model.ts';

export interface WorkspaceOptions {
  /** Only printable ASCII. */
  ascii: boolean;
  color: boolean;
  /** Columns; `Infinity` for no limit. */
  width: number;
  /** Lists all shown occurrences of each group, not only two. */
  allOccurrences: boolean;
}

/** A copy needs two places to be one. */
const FEWEST = 2;

/** The top groups of an index as terminal text, line by line, and the number of omitted ones. */
export function* renderWorkspace(view: WorkspaceView, options: WorkspaceOptions): Generator<string> {
  const style = new TerminalStyle(options);
  yield `${style.line('strong', headline(view))}\n`;
  yield* identicalNodes(view, style, options.allOccurrences);
  const digits = `${view.shown.length}`.length;
  for (const [index, group] of view.shown.entries()) {
    if (options.allOccurrences || index === 0) yield '\n';
    yield `${groupLine(group, padStart(`${index + 1}`, digits), style)}\n`;
    const indent = ' '.repeat(digits + 2);
    yield `${style.line('faint', indent + figures(group))}\n`;
    const shown = options.allOccurrences ? group.shownOccurrences : group.shownOccurrences.slice(0, FEWEST);
    for (const [at, { project, path, name, startLine, endLine, similarity }] of shown.entries()) {
      const lines = startLine === endLine ? `${startLine}` : `${startLine}-${endLine}`;
      const its = similarity === undefined || at === 0 ? '' : ` (${percent(similarity)})`;
      const rest =
        at === shown.length - 1 && !options.allOccurrences ? more(group.occurrences - shown.length, style) : '';
      const own = `${name === undefined ? '' : `  ${style.name(name)}`}${its}${rest}`;
      yield `${style.line('plain', `${indent}${style.name(project)}  ${style.name(path)}:${lines}${own}`)}\n`;
    }
    const left = group.occurrences - shown.length;
    if (left > 0 && options.allOccurrences)
      yield `${style.line('faint', `${indent}${plural(left, 'more occurrence')} not shown`)}\n`;
  }
  const notes = omittedGroups(view);
  if (notes.length > 0) yield '\n';
  for (const note of notes) yield `${style.line('faint', note)}\n`;
}

/** The number of occurrences that a short list leaves out. */
function more(left: number, { glyphs }: TerminalStyle): string {
  return left > 0 ? ` ${glyphs.ellipsis} +${grouped(left)}` : '';
}

function headline({ projects, files, lines, product }: WorkspaceView): string {
  const share = product.lines === 0 ? 0 : Math.round((product.copied / product.lines) * 100);
  return [
    plural(projects, 'project'),
    plural(files, 'file'),
    plural(lines, 'line'),
    `${grouped(product.copied)} of ${grouped(product.lines)} of product code in copies that lists show (${share} %)`,
  ].join(', ');
}

/** Identical files and classes come first, because the groups after them list each of their functions. */
function* identicalNodes(
  { identicalNodes: copies, moreIdenticalNodes: others }: WorkspaceView,
  style: TerminalStyle,
  all: boolean,
) {
  if (copies.length === 0 && others === 0) return;
  yield `\n${style.line('strong', 'Identical files and classes')}\n`;
  const line = (tone: Tone, text: string): string => `${style.line(tone, `   ${text}`)}\n`;
  for (const { kind, copies: count, projects, lines, shownOccurrences } of copies) {
    const figures = [`${plural(count, 'copy', 'copies')} in ${plural(projects, 'project')}`, plural(lines, 'line')];
    const shown = all ? shownOccurrences : shownOccurrences.slice(0, FEWEST);
    for (const [at, occurrence] of shown.entries()) {
      const rest = at === shown.length - 1 && !all ? more(count - shown.length, style) : '';
      yield line('plain', occurrenceText(occurrence, style) + rest);
    }
    if (count > shown.length && all)
      yield line('faint', `${plural(count - shown.length, 'more copy', 'more copies')} not shown`);
    yield line('faint', `  ${[kind, ...figures].join(', ')}`);
  }
  const rest = plural(others, 'more identical file or class', 'more identical files and classes');
  if (others > 0) yield line('faint', `${rest} not shown`);
}

function occurrenceText(
  { project, path, name, startLine, endLine }: IdenticalNodesView['shownOccurrences'][number],
  style: TerminalStyle,
): string {
  const lines = startLine === undefined ? '' : `:${startLine}-${endLine}`;
  return `${style.name(project)}  ${style.name(path)}${lines}${name === undefined ? '' : `  ${style.name(name)}`}`;
}

/** Blocks have no names: the first file of the group instead. */
function titleOf({ names, shownOccurrences: [first] }: GroupView, style: TerminalStyle): string {
  return names.length > 0 ? names.map((name) => style.name(name)).join(', ') : style.name(first?.path ?? '');
}

function groupLine(group: GroupView, number: string, style: TerminalStyle): string {
  const { labels, id } = group;
  const available = style.width - id.length - 2;
  const text = style.cut(`${number}  ${titleOf(group, style)}`, available);
  const notes = labels.length === 0 ? '' : style.cut(`  ${labels.join(', ')}`, available - widthOf(text));
  return `${style.paint('strong', text)}${style.paint('mark', notes)}  ${style.paint('faint', id)}`;
}

function figures({ kind, similarity, language, projects, occurrences, lines, leastLines }: GroupView): string {
  return [
    language,
    kindWord(kind, similarity === undefined ? [] : [similarity]),
    `${plural(occurrences, 'copy', 'copies')} in ${plural(projects, 'project')}`,
    leastLines === lines ? plural(lines, 'line') : `${grouped(leastLines)} to ${plural(lines, 'line')}`,
  ].join(', ');
}

function omittedGroups({ groups }: WorkspaceView): string[] {
  return [
    ...(groups.limit > 0
      ? [
          `${plural(groups.limit, 'more group')} not shown: above the limit, or apart (tests and other classes, small, data)`,
        ]
      : []),
    ...(groups.contained > 0 ? [`${plural(groups.contained, 'group')} inside other groups not shown`] : []),
    ...(groups.same > 0
      ? [`${plural(groups.same, 'group')} with the same occurrences as another group not shown`]
      : []),
  ];
}
