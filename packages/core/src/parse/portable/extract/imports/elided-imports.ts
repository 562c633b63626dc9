import type { ParseMode } from '../../../engine.ts';
import type { ImportFacts } from '../../../facts.ts';
import type { CompiledFacts } from '../compiled-facts.ts';
import type { NameReader } from '../names.ts';
import type { Nodes } from '../nodes.ts';
import { positionOf } from '../reference-positions.ts';
import type { ImportCollector } from './reader.ts';

interface File {
  nodes: Nodes;
  names: NameReader;
  language: CompiledFacts;
}

type NameUse = 'type' | 'value';

/** The name with which a file creates its elements unless a configuration or a comment says another one. */
const FACTORY = 'React';
/** A comment that names another one. */
const PRAGMA = /@jsx(?:Frag)?[ \t]/;

/** Whether the compiler leaves imports out: those of a file that is not TypeScript, or has errors, are kept. */
export function elidesImports({ language }: ParseMode, errors: readonly unknown[]): boolean {
  return language === 'typescript' && errors.length === 0;
}

/**
 * Marks the imports that the compiler of TypeScript leaves out: none of their names is used as a value. A name that a
 * scope of the file binds, too, counts as a use. In a file with decorators, which can make values of types, all are kept.
 */
export function markElided(file: File, { found, at }: ImportCollector): void {
  const open = new Set<ImportFacts>();
  const owners = new Map<string, ImportFacts>();
  found.forEach((it, index) => {
    if (it.phase !== 'load' || it.names.length === 0 || file.nodes.kind(at[index] ?? -1) !== 'ImportDeclaration')
      return;
    open.add(it);
    for (const local of localNames(it)) {
      const other = owners.get(local);
      if (other !== undefined) open.delete(other);
      owners.set(local, it);
    }
  });
  if (open.size > 0) closeUsed(file, open, owners);
  for (const it of open) {
    it.phase = 'type_only';
    it.elided = true;
  }
}

function localNames({ names }: ImportFacts): string[] {
  return names.map(({ name, alias = name }) => alias);
}

/** Removes the imports with a name that is used as a value. */
function closeUsed(file: File, open: Set<ImportFacts>, owners: ReadonlyMap<string, ImportFacts>): void {
  const { nodes, names, language } = file;
  const { tree } = nodes;
  const isName = new Set(language.references.names);
  const decorator = tree.names.id('Decorator');
  const elements = new Set(['JSXOpeningElement', 'JSXFragment'].map((kind) => tree.names.id(kind)));
  const types = new Set<string>();
  let hasElements = false;
  for (let node = 0; node < tree.count && open.size > 0; node++) {
    const kind = tree.kind[node] ?? 0;
    if (kind === decorator) {
      open.clear();
      return;
    }
    hasElements ||= elements.has(kind);
    if (!isName.has(kind)) continue;
    const name = names.simple(node) ?? '';
    const owner = owners.get(name);
    if (owner === undefined || !open.has(owner)) continue;
    const use = useOf(file, node);
    if (use === 'value') open.delete(owner);
    else if (use === 'type') types.add(name);
  }
  if (!hasElements) return;
  // A name that is not used at all may be the one that creates the elements.
  const isKept = PRAGMA.test(tree.source);
  for (const it of open) {
    if (isKept || localNames(it).some((name) => name === FACTORY || !types.has(name))) open.delete(it);
  }
}

/** How a name is used; undefined if it is a key, a label, a name of another file or bound by an import. */
function useOf({ nodes, language }: File, name: number): NameUse | undefined {
  const { parent, kind } = nodes.tree;
  let at = name;
  for (let around = parent[at] ?? -1; around >= 0; around = parent[at] ?? -1) {
    const rule = language.rules(kind[around] ?? 0)?.name;
    if (rule?.as !== 'member') break;
    if (nodes.select(around, rule.object) !== at) {
      const isComputed = rule.computed === true || (rule.computed !== false && nodes.holds(rule.computed, around));
      if (!isComputed) return undefined;
      break;
    }
    at = around;
  }
  const position = positionOf(nodes, language.references, at);
  switch (nodes.kind(position.node)) {
    case 'TSTypeQuery':
    case 'TSClassImplements':
    case 'TSInterfaceHeritage':
      return 'type';
    case 'ClassDeclaration':
    case 'ClassExpression':
      return 'value';
    case 'ExportSpecifier':
      return useOfExport(nodes, position.node);
  }
  const { positions, unless } = language.references;
  const positioned = positions.get(position.here) ?? positions.get(position.any);
  if (positioned === 'type') return 'type';
  return positioned === 'none' && !(unless && nodes.holds(unless, position.node)) ? undefined : 'value';
}

/** Types are `export { type A }` and `export type { A }`; `export { A } from './a'` uses no name of the file. */
function useOfExport(nodes: Nodes, specifier: number): NameUse | undefined {
  const { parent } = nodes.tree;
  const statement = parent[parent[specifier] ?? -1] ?? -1;
  if (nodes.field(statement, 'source') >= 0) return undefined;
  const isType = [specifier, statement].some((it) => {
    const kind = nodes.field(it, 'exportKind');
    return kind >= 0 && nodes.text(kind) === 'type';
  });
  return isType ? 'type' : 'value';
}
