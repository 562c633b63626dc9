import type { MapCycle, MapEdges } from '../data.ts';
import type { ReadFile, ReadProject } from './read-project.ts';

const IMPORTS: Record<string, RegExp> = {
  python: /^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))/,
  javascript: /(?:from\s+|require\(|import\()\s*['"]([^'"]+)['"]/,
  php: /(?:require|include)(?:_once)?\s*\(?\s*(?:__DIR__\s*\.\s*)?['"]\/?([^'"]+)['"]/,
  bash: /^\s*(?:source|\.)\s+["']?([\w./-]+)/,
};

export interface Link {
  from: number;
  to: number;
  line: number;
  ambiguous: boolean;
}

/** Imports between the files of one project, by path alone. @returns links of file places, and what led nowhere */
export function importsOf(project: ReadProject): { links: Link[]; unlinked: number[] } {
  const places = new Map(project.files.map((file, i) => [file.path, i]));
  const unlinked = project.files.map(() => 0);
  const links: Link[] = [];
  project.files.forEach((file, from) => {
    const pattern = IMPORTS[file.language === 'typescript' ? 'javascript' : (file.language ?? '')];
    if (pattern === undefined) return;
    const seen = new Set<number>();
    file.text.split('\n').forEach((line, at) => {
      const match = pattern.exec(line);
      const target = match?.[1] ?? match?.[2];
      if (target === undefined) return;
      const to = candidates(file, target)
        .map((path) => places.get(path))
        .find((place) => place !== undefined);
      if (to === undefined) unlinked[from] = (unlinked[from] ?? 0) + 1;
      else if (to !== from && !seen.has(to)) {
        seen.add(to);
        links.push({ from, to, line: at + 1, ambiguous: false });
      }
    });
  });
  return { links, unlinked };
}

function candidates(file: ReadFile, target: string): string[] {
  const folder = file.path.split('/').slice(0, -1);
  if (file.language === 'python') {
    const dots = /^\.*/.exec(target)?.[0].length ?? 0;
    const base = dots === 0 ? [] : folder.slice(0, folder.length - dots + 1);
    const rest = target.slice(dots).split('.').filter(Boolean);
    const roots = dots === 0 ? [[], ...folder.map((_, i) => folder.slice(0, i + 1))] : [base];
    return roots.flatMap((root) => {
      const path = [...root, ...rest].join('/');
      return [`${path}.py`, `${path}/__init__.py`];
    });
  }
  if (!target.startsWith('.') && file.language !== 'php' && file.language !== 'bash') return [];
  const path = normal([...folder, ...target.split('/')]);
  const bare = path.replace(/\.(m|c)?js$/, '');
  return [path, ...['.ts', '.tsx', '.js', '.mjs', '/index.ts', '/index.js', '.php', '.sh'].map((end) => bare + end)];
}

function normal(parts: string[]): string {
  const kept: string[] = [];
  for (const part of parts) {
    if (part === '..') kept.pop();
    else if (part !== '.' && part !== '') kept.push(part);
  }
  return kept.join('/');
}

/** Edges by origin. @param links in any order; the targets of one origin are put in order */
export function rows(links: Link[], origins: number): MapEdges {
  const edges: MapEdges = { offsets: [], targets: [], line: [], ambiguous: [] };
  const sorted = [...links].sort((a, b) => a.from - b.from || a.to - b.to);
  let at = 0;
  for (let origin = 0; origin <= origins; origin++) {
    edges.offsets.push(edges.targets.length);
    for (let link = sorted[at]; link !== undefined && link.from === origin; link = sorted[++at]) {
      edges.targets.push(link.to);
      edges.line.push(link.line);
      edges.ambiguous.push(link.ambiguous ? 1 : 0);
    }
  }
  return edges;
}

/** Components of more than one file, with the backward links of a depth-first walk as the links to cut. */
export function cyclesOf(project: number, links: Link[], files: number, first: number): MapCycle[] {
  const out: Link[][] = Array.from({ length: files }, () => []);
  for (const link of links) out[link.from]?.push(link);
  const order = new Map<number, number>();
  const low: number[] = [];
  const stack: number[] = [];
  const open = new Set<number>();
  const cycles: MapCycle[] = [];
  const visit = (node: number): void => {
    order.set(node, order.size);
    low[node] = order.size - 1;
    stack.push(node);
    open.add(node);
    for (const { to } of out[node] ?? []) {
      if (!order.has(to)) visit(to);
      if (open.has(to)) low[node] = Math.min(low[node] ?? 0, low[to] ?? 0);
    }
    if (low[node] !== order.get(node)) return;
    const members = stack.splice(stack.indexOf(node)).sort((a, b) => a - b);
    for (const member of members) open.delete(member);
    if (members.length > 1) cycles.push(component(project, members, out, first));
  };
  for (let node = 0; node < files; node++) if (!order.has(node)) visit(node);
  return cycles;
}

function component(project: number, members: number[], out: Link[][], first: number): MapCycle {
  const place = new Map(members.map((file, i) => [file, i]));
  const edges: MapCycle['edges'] = { from: [], to: [], line: [] };
  for (const [from, file] of members.entries()) {
    for (const link of out[file] ?? []) {
      const to = place.get(link.to);
      if (to === undefined) continue;
      edges.from.push(from);
      edges.to.push(to);
      edges.line.push(link.line);
    }
  }
  const cut = backward(members.length, edges);
  return {
    project,
    files: members.map((file) => file + first),
    edges,
    example: shortest(members.length, edges),
    cut,
    cut_is_smallest: cut.length === 1,
  };
}

function backward(count: number, edges: MapCycle['edges']): number[] {
  const state = new Array<number>(count).fill(0);
  const cut: number[] = [];
  const visit = (node: number): void => {
    state[node] = 1;
    edges.from.forEach((from, edge) => {
      const to = edges.to[edge] ?? 0;
      if (from !== node) return;
      if (state[to] === 1) cut.push(edge);
      else if (state[to] === 0) visit(to);
    });
    state[node] = 2;
  };
  for (let node = 0; node < count; node++) if (state[node] === 0) visit(node);
  return cut.sort((a, b) => a - b);
}

function shortest(count: number, edges: MapCycle['edges']): number[] {
  let best: number[] = [];
  for (let start = 0; start < count && best.length !== 2; start++) {
    const before = new Map<number, number>();
    const queue = [start];
    for (let at = 0; at < queue.length && !before.has(start); at++) {
      edges.from.forEach((from, edge) => {
        const to = edges.to[edge] ?? 0;
        if (from !== queue[at] || before.has(to)) return;
        before.set(to, from);
        queue.push(to);
      });
    }
    const path: number[] = [];
    for (let node = before.get(start); node !== undefined && node !== start; node = before.get(node))
      path.unshift(node);
    if (before.has(start) && (best.length === 0 || path.length + 1 < best.length)) best = [start, ...path];
  }
  return best;
}
