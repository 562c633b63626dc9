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
 * The imports between files that are new or gone, for Graphviz, line by line: new ones green, gone ones red and dashed;
 * files coloured by what became of them, and a dotted line from where a file was moved or copied from.
 */
export function* renderDiffDot(diff: Diff): Generator<string> {
  const links = diff.imports.filter(({ state }) => state === 'resolved');
  const colors = new Map<string, string>();
  for (const { change, before, after } of diff.files) colors.set(after?.path ?? before?.path ?? '', COLORS[change]);
  const places = diff.files.filter(
    ({ change }) => change === 'moved' || change === 'moved-edited' || change === 'copied',
  );
  const paths = new Set(links.flatMap(({ path, target }) => [path, target]));
  for (const { before, after } of places) paths.add(before?.path ?? '').add(after?.path ?? '');
  const nodes = new Map([...paths].sort(compareBytes).map((path, i) => [path, `f${i}`]));
  yield `digraph ${quoted(`${diff.before.root} ${diff.after.root}`)} {\n`;
  yield '  rankdir=LR; node [shape=box, fontname="Helvetica", fontsize=10]; edge [arrowsize=0.6];\n';
  for (const [path, node] of nodes) {
    const color = colors.get(path);
    yield `  ${node} [label=${quoted(path)}${color === undefined ? '' : `, color=${color}`}];\n`;
  }
  for (const { change, path, target } of links) {
    const look = change === 'appeared' ? 'color=green' : 'color=red, style=dashed';
    yield `  ${nodes.get(path)} -> ${nodes.get(target)} [${look}];\n`;
  }
  for (const { before, after } of places) {
    yield `  ${nodes.get(before?.path ?? '')} -> ${nodes.get(after?.path ?? '')} [color=blue, style=dotted];\n`;
  }
  yield '}\n';
}
