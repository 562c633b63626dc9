import { padStart, widthOf } from '../terminal/cells.ts';
import { Look, type Tone } from '../terminal/look.ts';
import { grouped, plural } from '../terminal/numbers.ts';
import type { GroupView, WholeCopyView, WorkspaceView } from './model.ts';

export interface WorkspaceLook {
  /** Nothing but printable ASCII. */
  ascii: boolean;
  color: boolean;
  /** Columns; `Infinity` cuts nothing. */
  width: number;
  /** List the occurrences of each group, not its heading alone. */
  places: boolean;
}

/** The foremost groups of an index for people, line by line, and at the end what is not shown. */
export function* renderWorkspace(view: WorkspaceView, options: WorkspaceLook): Generator<string> {
  const look = new Look(options);
  yield `${look.line('strong', headline(view))}\n`;
  yield* copiedWhole(view, look, options.places);
  const digits = `${view.shown.length}`.length;
  for (const [index, group] of view.shown.entries()) {
    if (options.places || index === 0) yield '\n';
    yield `${groupLine(group, padStart(`${index + 1}`, digits), look)}\n`;
    const indent = ' '.repeat(digits + 2);
    yield `${look.line('faint', indent + figures(group))}\n`;
    if (!options.places) continue;
    for (const { project, path, name, startLine, endLine } of group.places) {
      const lines = startLine === endLine ? `${startLine}` : `${startLine}${look.glyphs.range}${endLine}`;
      yield `${look.line('plain', `${indent}${look.name(project)}  ${look.name(path)}:${lines}  ${look.name(name)}`)}\n`;
    }
    const more = group.occurrences - group.places.length;
    if (more > 0) yield `${look.line('faint', `${indent}${plural(more, 'more occurrence')} not shown`)}\n`;
  }
  const notes = leftOut(view);
  if (notes.length > 0) yield '\n';
  for (const note of notes) yield `${look.line('faint', note)}\n`;
}

function headline({ projects, files, lines, repeatedLines }: WorkspaceView): string {
  const share = lines === 0 ? 0 : Math.round((repeatedLines / lines) * 100);
  return [
    plural(projects, 'project'),
    plural(files, 'file'),
    plural(lines, 'line'),
    `${grouped(repeatedLines)} repeated (${share} %)`,
  ].join(', ');
}

/** What was copied as a whole comes first: the groups below speak of each function in it. */
function* copiedWhole({ copiedWhole: copies, moreCopiedWhole: more }: WorkspaceView, look: Look, all: boolean) {
  if (copies.length === 0 && more === 0) return;
  yield `\n${look.line('strong', 'Copied whole')}\n`;
  const line = (tone: Tone, text: string): string => `${look.line(tone, `   ${text}`)}\n`;
  for (const { kind, copies: count, projects, lines, places } of copies) {
    const figures = [`${plural(count, 'copy', 'copies')} in ${plural(projects, 'project')}`, plural(lines, 'line')];
    const shown = all ? places : places.slice(0, 1);
    for (const place of shown) yield line('plain', placeText(place, look));
    if (count > shown.length && all)
      yield line('faint', `${plural(count - shown.length, 'more copy', 'more copies')} not shown`);
    yield line('faint', `  ${[kind, ...figures].join(', ')}`);
  }
  const rest = plural(more, 'more file or class copied whole', 'more files and classes copied whole');
  if (more > 0) yield line('faint', `${rest} not shown`);
}

function placeText({ project, path, name, startLine, endLine }: WholeCopyView['places'][number], look: Look): string {
  const lines = startLine === undefined ? '' : `:${startLine}${look.glyphs.range}${endLine}`;
  return `${look.name(project)}  ${look.name(path)}${lines}${name === undefined ? '' : `  ${look.name(name)}`}`;
}

function groupLine({ names, labels, id }: GroupView, number: string, look: Look): string {
  const room = look.width - id.length - 2;
  const text = look.cut(`${number}  ${names.map((name) => look.name(name)).join(', ')}`, room);
  const notes = labels.length === 0 ? '' : look.cut(`  ${labels.join(', ')}`, room - widthOf(text));
  return `${look.paint('strong', text)}${look.paint('mark', notes)}  ${look.paint('faint', id)}`;
}

function figures({ kind, language, projects, occurrences, lines, leastLines, nodes, score }: GroupView): string {
  return [
    language,
    kind === 'function-body' ? 'equal' : 'equal but for names',
    `${plural(occurrences, 'copy', 'copies')} in ${plural(projects, 'project')}`,
    leastLines === lines ? plural(lines, 'line') : `${grouped(leastLines)} to ${plural(lines, 'line')}`,
    plural(nodes, 'node'),
    `score ${grouped(score)}`,
  ].join(', ');
}

function leftOut({ groups }: WorkspaceView): string[] {
  return [
    ...(groups.limit > 0 ? [`${plural(groups.limit, 'more group')} not shown (--limit)`] : []),
    ...(groups.contained > 0 ? [`${plural(groups.contained, 'group')} inside other groups not shown`] : []),
    ...(groups.same > 0 ? [`${plural(groups.same, 'group')} with the very copies of another one not shown`] : []),
  ];
}
