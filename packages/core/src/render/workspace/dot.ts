import { EQUALITY } from '../equality.ts';
import { plural } from '../terminal/numbers.ts';
import { visible } from '../visible.ts';
import type { GroupView, OccurrenceView, WorkspaceView } from './model.ts';

const EXACT: ReadonlySet<string> = new Set(['function-body', 'block']);

/**
 * The top groups of an index as a Graphviz graph: a cluster for each project with its shown occurrences, a node for each
 * group, an edge from the group to each occurrence, and a note about omitted groups.
 */
export function* renderWorkspaceDot(view: WorkspaceView): Generator<string> {
  const nodes = new Map<string, string>();
  const key = (occurrence: OccurrenceView): string =>
    `${occurrence.project}\0${occurrence.path}\0${occurrence.startLine}\0${occurrence.endLine}\0${occurrence.name ?? ''}`;
  yield 'digraph groups {\n';
  yield '  rankdir=LR; node [shape=box, fontname="Helvetica", fontsize=10]; edge [arrowsize=0.6];\n';
  for (const [index, label] of view.labels.entries()) {
    yield `  subgraph cluster_${index} {\n    label=${quoted(label)}; fontname="Helvetica";\n`;
    for (const occurrence of view.shown.flatMap(({ shownOccurrences }) => shownOccurrences)) {
      if (occurrence.project !== label || nodes.has(key(occurrence))) continue;
      const node = `o${nodes.size}`;
      nodes.set(key(occurrence), node);
      yield `    ${node} [label=${quoted(labelOf(occurrence))}];\n`;
    }
    yield '  }\n';
  }
  for (const [index, group] of view.shown.entries()) {
    const names = group.names.length === 0 ? '' : `${group.names.join(', ')}\n`;
    const label = `${names}${group.occurrences} copies in ${plural(group.projects, 'project')}${how(group)}`;
    const style = EXACT.has(group.kind) ? 'filled' : '"filled,dashed"';
    yield `  g${index} [shape=ellipse, style=${style}, fillcolor=lightgray, tooltip=${quoted(group.id)}, label=${quoted(label)}];\n`;
    for (const occurrence of group.shownOccurrences) yield `  g${index} -> ${nodes.get(key(occurrence))};\n`;
    const more = group.occurrences - group.shownOccurrences.length;
    if (more > 0) {
      yield `  m${index} [shape=plaintext, label=${quoted(`${more} more occurrences not shown`)}];\n`;
      yield `  g${index} -> m${index} [style=dotted];\n`;
    }
  }
  const { limit, contained, same } = view.groups;
  const notes = [
    ...(limit > 0 ? [`${limit} more groups not shown`] : []),
    ...(contained > 0 ? [`${contained} groups inside other groups not shown`] : []),
    ...(same > 0 ? [`${same} groups with the same occurrences as another group not shown`] : []),
  ];
  if (notes.length > 0) yield `  label=${quoted(notes.join('\n'))}; labelloc=b; fontname="Helvetica";\n`;
  yield '}\n';
}

/** Functions need no words: the border is dashed if they are identical only up to renaming. */
function how({ kind }: GroupView): string {
  return kind === 'block' || kind === 'block-shape' || kind === 'near' ? `\n${EQUALITY[kind]}` : '';
}

function labelOf({ name, path, startLine }: OccurrenceView): string {
  return `${name === undefined ? '' : `${name}\n`}${path}:${startLine}`;
}

/** A quoted label. Line breaks separate label lines, because names are already escaped. */
function quoted(text: string): string {
  const lines = text.split('\n').map((line) => visible(line).replace(/[\\"]/g, '\\$&'));
  return `"${lines.join('\\n')}"`;
}
