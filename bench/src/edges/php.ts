import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanV1 } from '@analyzer/contracts/analyzer.scan.v1';
import PhpParser from 'php-parser';
import { mentionsOf } from './php-mentions.ts';
import type { Score } from './score.ts';

interface Use {
  file: string;
  line: number;
  /** Full name in lower case. */
  name: string;
}

interface Found {
  /** Files by full name in lower case. */
  declared: Map<string, string[]>;
  uses: Use[];
  /** By file: full names of the classes that the code names, in lower case. */
  mentions: Map<string, Set<string>>;
}

/**
 * Judges `use` of classes that the tree declares, and the classes that code names in other ways, by the files in which
 * `php-parser` finds their declarations.
 */
export function judgePhp(folder: string, scan: ScanV1, score: Score): void {
  const parser = new PhpParser.Engine({ parser: { suppressErrors: true, version: 804 }, ast: { withPositions: true } });
  const found: Found = { declared: new Map(), uses: [], mentions: new Map() };
  const targets = new Map<string, string[]>();
  const edges = new Map<string, Set<string>>();
  const references: { file: string; specifier: string; paths: string[] }[] = [];
  for (const entry of scan.entries) {
    if (entry.kind !== 'file' || entry.language !== 'php') continue;
    const reached = new Set<string>();
    edges.set(entry.path, reached);
    for (const { specifier, line, path, candidates = [], reference } of entry.imports ?? []) {
      const paths = path === undefined ? candidates : [path];
      for (const its of paths) reached.add(its);
      if (reference) references.push({ file: entry.path, specifier, paths });
      else targets.set(`${entry.path}:${line} ${specifier.replace(/^\\/, '').toLowerCase()}`, paths);
    }
    const program = parser.parseCode(readFileSync(join(folder, entry.path), 'latin1'), entry.path);
    collect(program, entry.path, '', found);
    found.mentions.set(entry.path, mentionsOf(program));
  }
  for (const { file, line, name } of found.uses) {
    const location = `${file}:${line} ${name}`;
    const declaring = found.declared.get(name);
    if (declaring !== undefined) score.add(location, declaring, targets.get(location) ?? []);
  }
  judgeMentions(found, edges, references, score);
}

/** A class that a file names, without its own: an edge of the file must lead to it, and no reference elsewhere. */
function judgeMentions(
  { declared, mentions }: Found,
  edges: ReadonlyMap<string, ReadonlySet<string>>,
  references: readonly { file: string; specifier: string; paths: readonly string[] }[],
  score: Score,
): void {
  const expected = new Map<string, Set<string>>();
  for (const [file, names] of mentions) {
    const its = new Set<string>();
    expected.set(file, its);
    for (const name of names) {
      const declaring = declared.get(name) ?? [];
      if (declaring.length === 0 || declaring.includes(file)) continue;
      for (const path of declaring) its.add(path);
      score.add(
        `${file} ${name}`,
        declaring,
        declaring.filter((path) => edges.get(file)?.has(path)),
      );
    }
  }
  for (const { file, specifier, paths } of references) {
    for (const path of paths) {
      if (!expected.get(file)?.has(path)) score.add(`${file} ${specifier}`, [], [path]);
    }
  }
}

const DECLARATIONS: ReadonlySet<unknown> = new Set(['class', 'interface', 'trait', 'enum']);

function collect(node: unknown, file: string, namespace: string, into: Found): void {
  const kind = get(node, 'kind');
  if (kind === 'usegroup') {
    if (get(node, 'type') !== 'function' && get(node, 'type') !== 'const') collectUses(node, file, into);
    return;
  }
  if (DECLARATIONS.has(kind)) {
    const name = String(get(get(node, 'name'), 'name') ?? '');
    const full = (namespace === '' ? name : `${namespace}\\${name}`).toLowerCase();
    const files = into.declared.get(full) ?? [];
    if (!files.includes(file)) into.declared.set(full, [...files, file]);
    return;
  }
  const inside = kind === 'namespace' ? String(get(node, 'name') ?? '') : namespace;
  for (const key of ['children', 'body', 'alternate']) {
    const value = get(node, key);
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null) collect(child, file, inside, into);
    }
  }
}

function collectUses(group: unknown, file: string, into: Found): void {
  const items = get(group, 'items');
  const prefix = get(group, 'name');
  for (const item of Array.isArray(items) ? items : []) {
    if (get(item, 'type') === 'function' || get(item, 'type') === 'const') continue;
    const name = String(get(item, 'name')).replace(/^\\/, '');
    const full = typeof prefix === 'string' ? `${prefix.replace(/^\\|\\$/g, '')}\\${name}` : name;
    const line = Number(get(get(get(item, 'loc'), 'start'), 'line'));
    into.uses.push({ file, line, name: full.toLowerCase() });
  }
}

function get(node: unknown, key: string): unknown {
  return typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined;
}
