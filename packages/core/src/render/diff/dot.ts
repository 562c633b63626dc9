import { compareBytes } from '@analyzer/contracts/order';
import type { Diff, FileChange } from '#diff/model.ts';
import { quoted } from '../dot.ts';

const COLORS: Readonly<Record<FileChange['change'], string>> = {
  added: 'green',
  removed: 'red',
  modified: 'orange',
  moved: 'blue',
  'moved-edited': 'blue',
  copied: 'green',
  unreadable: 'gray',
};

/**
 * Added and removed imports between files as a Graphviz graph, line by line: added ones green, removed ones red and
 * dashed; files coloured by change, and a dotted edge from the former path of a moved or copied file.
 */
export function* renderDiffDot(diff: Diff): Generator<string> {
  const links = diff.imports.filter(({ state }) => state === 'resolved');
  const colors = new Map<string, string>();
  for (const { change, before, after } of diff.files) colors.set(after?.path ?? before?.path ?? '', COLORS[change]);
  const moves = diff.files.filter(
    ({ change }) => change === 'moved' || change === 'moved-edited' || change === 'copied',
  );
  const paths = new Set(links.flatMap(({ path, target }) => [path, target]));
  for (const { before, after } of moves) paths.add(before?.path ?? '').add(after?.path ?? '');
  const nodes = new Map([...paths].sort(compareBytes).map((path, i) => [path, `f${i}`]));
  yield `digraph ${quoted(`${diff.before.root} ${diff.after.root}`)} {\n`;
  yield '  rankdir=LR; node [shape=box, fontname="Helvetica", fontsize=10]; edge [arrowsize=0.6];\n';
  for (const [path, node] of nodes) {
    const color = colors.get(path);
    yield `  ${node} [label=${quoted(path)}${color === undefined ? '' : `, color=${color}`}];\n`;
  }
  for (const { change, path, target } of links) {
    const style = change === 'appeared' ? 'color=green' : 'color=red, style=dashed';
    yield `  ${nodes.get(path)} -> ${nodes.get(target)} [${style}];\n`;
  }
  for (const { before, after } of moves) {
    yield `  ${nodes.get(before?.path ?? '')} -> ${nodes.get(after?.path ?? '')} [color=blue, style=dotted];\n`;
  }
  yield '}\n';
}
