import type { ImportPhase } from '#parse/facts.ts';
import type { FileEntry, Scan } from '#scan/model.ts';
import type { Detail } from './terminal.ts';
import { visible } from './visible.ts';

/** The phases in which an import runs while its file loads. */
const LOAD_PHASES: ReadonlySet<ImportPhase> = new Set<ImportPhase>(['load', 'conditional']);

/**
 * The import graph as Graphviz text, line by line: a node for each file with facts, an edge for each pair of files with
 * an import: dashed for an import with several candidates, red inside a cycle, dotted if no import between the two runs at
 * load. Detail `declarations` lists the
 * declarations of each file; `full` also draws the resolved calls between declarations.
 */
export function* renderDot(scan: Scan, detail: Detail): Generator<string> {
  const files = scan.entries.filter((entry): entry is FileEntry => entry.kind === 'file' && entry.facts !== undefined);
  const nodes = new Map(files.map((file, index) => [file.path, `f${index}`]));
  yield `digraph ${quoted(scan.root)} {\n`;
  yield '  rankdir=LR; node [shape=box, fontname="Helvetica", fontsize=10]; edge [arrowsize=0.6];\n';
  for (const file of files) {
    const label = detail === 'files' ? quoted(file.path) : declarationTable(file);
    yield `  ${nodes.get(file.path)} [${detail === 'files' ? '' : 'shape=plain, '}label=${label}];\n`;
  }
  yield* importEdges(scan, nodes);
  if (detail === 'full') yield* callEdges(scan, files, nodes);
  yield '}\n';
}

function* importEdges(scan: Scan, nodes: ReadonlyMap<string, string>): Generator<string> {
  const components = new Map(scan.cycles.flatMap(({ files }, index) => files.map((file) => [file, index])));
  for (const [from, node] of nodes) {
    const targets = new Map<string, { certain: boolean; loads: boolean }>();
    for (const { phase, state, path, candidates } of scan.relations.get(from)?.imports ?? []) {
      const loads = LOAD_PHASES.has(phase);
      for (const to of path === undefined ? (candidates ?? []) : [path]) {
        const known = targets.get(to);
        const certain = state === 'resolved';
        targets.set(to, {
          certain: certain || known?.certain === true,
          loads: (certain && loads) || known?.loads === true,
        });
      }
    }
    const component = components.get(from);
    for (const [to, { certain, loads }] of targets) {
      const target = nodes.get(to);
      if (target === undefined) continue;
      const attributes: string[] = [];
      if (!certain) attributes.push('style=dashed');
      else if (!loads) attributes.push('style=dotted');
      else if (component !== undefined && components.get(to) === component) attributes.push('color=red');
      yield `  ${node} -> ${target}${attributes.length === 0 ? '' : ` [${attributes.join(', ')}]`};\n`;
    }
  }
}

/** Calls with one candidate; calls with several may not happen. */
function* callEdges(scan: Scan, files: readonly FileEntry[], nodes: ReadonlyMap<string, string>): Generator<string> {
  const ports = new Map<string, string>();
  for (const [path, node] of nodes) {
    scan.relations.get(path)?.ids.forEach((id, index) => {
      ports.set(id, `${node}:d${index}`);
    });
  }
  for (const { path, facts } of files) {
    const calls = scan.relations.get(path)?.calls;
    const node = nodes.get(path);
    if (calls === undefined || facts === undefined || node === undefined) continue;
    const edges = new Set<string>();
    calls.state.forEach((state, index) => {
      const target = ports.get(calls.candidates[index]?.[0] ?? '');
      if ((state !== 'resolved' && state !== 'declared') || target === undefined) return;
      const within = facts.calls.within[index] ?? -1;
      edges.add(`${within < 0 ? node : `${node}:d${within}`} -> ${target}`);
    });
    for (const edge of edges) yield `  ${edge} [color=gray];\n`;
  }
}

/** A table of the file's path and declarations, each with a port for edges. */
function declarationTable(file: FileEntry): string {
  const rows = (file.facts?.declarations ?? []).map(({ kind, qualified_name }, index) => {
    const name = kind === 'function' || kind === 'method' ? `${qualified_name}()` : `${kind} ${qualified_name}`;
    return `<tr><td align="left" port="d${index}">${html(name)}</td></tr>`;
  });
  const head = `<tr><td bgcolor="lightgray">${html(file.path)}</td></tr>`;
  return `<<table border="0" cellborder="1" cellspacing="0">${head}${rows.join('')}</table>>`;
}

/** A quoted label: Graphviz reads a backslash in it as the start of an escape. */
export function quoted(text: string): string {
  return `"${visible(text).replace(/[\\"]/g, '\\$&')}"`;
}

function html(text: string): string {
  return visible(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
