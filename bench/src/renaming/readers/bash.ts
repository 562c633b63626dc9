import { readFileSync } from 'node:fs';
import { forEachChild, parse, type SyntaxNode } from 'unbash';
import bench from '../../../package.json' with { type: 'json' };
import type { SampledFunction } from '../../functions/sample.ts';
import { sourceFiles } from '../../functions/sources.ts';
import type { Locals, LocalsReader } from '../locals.ts';
import { type Mentions, mentionsOf } from './bash-mentions.ts';

/** Variables with a meaning for the shell or for programs that it starts; by convention in upper case. */
const FIXED = /^(?:[A-Z_][A-Z0-9_]*|_)$/;

/** Undeclared variables and calls of one function of a package. */
interface Callee {
  free: ReadonlySet<string>;
  calls: ReadonlySet<string>;
}

/**
 * Bash by unbash: what `local` declares. A function sees the locals of its callers, so a local that a called function
 * of the same package names without declaring it cannot be renamed.
 * @param folder where the packages are; by default in the corpus
 */
export function bashLocals(folder?: string): LocalsReader {
  const packages = new Map<string, Map<string, Callee[]>>();
  return {
    tool: `unbash ${bench.devDependencies.unbash}`,
    locals(sample) {
      if (packages.size === 0) readPackages(packages, folder);
      const own = functions(parse(sample.source))[0];
      if (own === undefined) return { unsafe: 'the reader finds no function' };
      const mentions = mentionsOf(own, sample.source);
      return localsOf(mentions, seenByCallees(mentions, packages.get(packageOf(sample.file)) ?? new Map()), sample);
    },
  };
}

function localsOf({ list, risks, unsafe }: Mentions, seen: ReadonlySet<string>, { source }: SampledFunction): Locals {
  const sorted = [...list].sort((a, b) => a.at - b.at);
  const declared = new Set(sorted.filter(({ how }) => how === 'declared').map(({ name }) => name));
  const locals = new Set([...declared].filter((name) => !FIXED.test(name)));
  if (locals.size === 0) return { occurrences: [], traits: new Set() };
  if (unsafe !== undefined) return { unsafe };
  const occurrences = sorted.filter(({ name }) => locals.has(name));
  const blockEnds = new Map<string, number>();
  for (const { at, name, how, blockEnd } of occurrences) {
    if (how === 'declared') blockEnds.set(name, Math.max(blockEnd, blockEnds.get(name) ?? 0));
    if (at >= (blockEnds.get(name) ?? 0)) return { unsafe: 'a name used where it may not be declared' };
    if (!source.startsWith(name, at)) return { unsafe: 'the reader does not report the position of a variable' };
  }
  const known = new Set(occurrences.map(({ at }) => at));
  for (const { index, 0: text, 1: name = '' } of source.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)) {
    if (!locals.has(name) || known.has(index + text.length - name.length)) continue;
    return { unsafe: 'text that looks like a local, but the reader does not report it' };
  }
  for (const name of locals) {
    const risk = risks.get(name);
    if (risk !== undefined) return { unsafe: risk };
    if (seen.has(name)) return { unsafe: 'a function that it calls sees the local' };
  }
  return { occurrences, traits: new Set() };
}

/** Names that functions of the package use without declaring them, transitively. */
function seenByCallees({ calls }: Mentions, callees: ReadonlyMap<string, Callee[]>): Set<string> {
  const seen = new Set<string>();
  const pending = [...calls];
  const visited = new Set<string>();
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (visited.has(name)) continue;
    visited.add(name);
    for (const { free, calls: further } of callees.get(name) ?? []) {
      for (const variable of free) seen.add(variable);
      pending.push(...further);
    }
  }
  return seen;
}

function readPackages(packages: Map<string, Map<string, Callee[]>>, folder: string | undefined): void {
  for (const { name, path } of sourceFiles('bash', folder)) {
    const callees = packages.get(packageOf(name)) ?? new Map<string, Callee[]>();
    packages.set(packageOf(name), callees);
    const source = readFileSync(path, 'utf8');
    for (const node of functions(parse(source))) {
      const { list, calls } = mentionsOf(node, source);
      const declared = new Set(list.filter(({ how }) => how === 'declared').map((mention) => mention.name));
      const free = new Set(list.map((mention) => mention.name).filter((variable) => !declared.has(variable)));
      callees.set(node.name.text, [...(callees.get(node.name.text) ?? []), { free, calls }]);
    }
  }
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** All functions below a node, outer before inner. */
function functions(root: SyntaxNode): Extract<SyntaxNode, { type: 'Function' }>[] {
  const found: Extract<SyntaxNode, { type: 'Function' }>[] = [];
  const visit = (node: SyntaxNode) => {
    if (node.type === 'Function') found.push(node);
    forEachChild(node, visit);
  };
  visit(root);
  return found;
}
