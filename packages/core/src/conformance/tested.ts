import { posix } from 'node:path';
import { effectsOf } from './effects.ts';
import { type Edge, type ImportGraph, isAtRun } from './graph/import-graph.ts';
import { chains } from './graph/reach.ts';
import { lastOf } from './name-glob.ts';
import type { Body, Evidence, Observation } from './observation.ts';
import { CONSTRUCTORS, type CodeFile } from './project.ts';

/** Kinds of declarations that run; a file without one needs no test. */
const RUN: readonly string[] = ['function', 'method', 'class', 'trait'];

/** What test files reach by their imports and calls. */
export class Tested {
  readonly #graph: ImportGraph;
  readonly #bodies: ReadonlyMap<string, Body>;
  #reached: Reached | undefined;
  /** The methods of the product by name. */
  #methods: ReadonlyMap<string, readonly Body[]> | undefined;

  /** @param bodies by id of declaration */
  constructor(graph: ImportGraph, bodies: ReadonlyMap<string, Body>) {
    this.#graph = graph;
    this.#bodies = bodies;
  }

  /** Finds the bodies that no test reaches. */
  without(bodies: readonly Body[]): Observation {
    this.#reached ??= this.#search();
    const { files, declarations, gaps } = this.#reached;
    const found: Observation = { seen: [], doubts: [] };
    for (const { file, index } of bodies) {
      const declaration = file.declarations[index];
      if (declaration === undefined && !file.declarations.some(({ kind }) => RUN.includes(kind))) continue;
      if (declaration === undefined ? files.has(file.path) : declarations.has(declaration.id)) continue;
      const { startLine: line = 1, qualifiedName: text = file.path } = declaration ?? {};
      const here = { path: file.path, line, text, through: [] };
      const [gap] = gaps;
      if (files.has(file.path)) {
        found.doubts.push({
          ...here,
          text: `${text}: tests reach its file, but no resolved call or import leads to it`,
        });
      } else if (gap !== undefined)
        found.doubts.push({ ...gap, text: `${text} may be reached by ${gap.path}: ${gap.text}` });
      else found.seen.push(here);
    }
    return found;
  }

  #search(): Reached {
    const tests = [...this.#graph.files].filter(({ isTest }) => isTest);
    const files = new Set<string>();
    const declarations = new Set<string>();
    const queue: CodeFile[] = [...tests];
    const enter = (path: string | undefined) => {
      const file = path === undefined || files.has(path) ? undefined : this.#graph.file(path);
      if (file === undefined) return;
      files.add(file.path);
      queue.push(file);
    };
    const calls = tests.flatMap((test) => [...resolvedCalls(test, -1), ...this.#named(test), ...this.#members(test)]);
    for (const id of calls) {
      const body = declarations.has(id) ? undefined : this.#bodies.get(id);
      if (body === undefined) continue;
      declarations.add(id);
      enter(body.file.path);
      calls.push(...run(body));
    }
    for (const file of queue) for (const edge of this.#graph.edgesOf(file)) if (isAtRun(edge)) enter(edge.to);
    return { files, declarations, gaps: this.#gaps(tests) };
  }

  /** Ids of the declarations that a test file imports by their names. */
  #named(test: CodeFile): string[] {
    return this.#graph.edgesOf(test).flatMap((edge) => {
      const file = isAtRun(edge) ? this.#graph.file(edge.to ?? '') : undefined;
      if (file === undefined || isModule(edge)) return [];
      const names = new Set(edge.it.names.map(({ name }) => name));
      return file.declarations.flatMap(({ id, qualifiedName }) => (names.has(qualifiedName) ? [id] : []));
    });
  }

  /** Ids of the methods that a test calls of an object, and that only one class has, which the test imports. */
  #members({ calls, path }: CodeFile): string[] {
    const test = this.#graph.file(path);
    this.#methods ??= methodsOf(this.#graph.files);
    const found: string[] = [];
    for (const { callee, state } of calls) {
      const [body, other] =
        state === 'unresolved' && callee.includes('.') ? (this.#methods.get(lastOf(callee)) ?? []) : [];
      if (test === undefined || body === undefined || other !== undefined) continue;
      const [owner, id] = [classOf(body), body.file.declarations[body.index]?.id];
      const isImported = this.#graph.edgesOf(test).some((edge) => {
        const isNamed = edge.it.names.some(({ name }) => isNameOf(name, owner, body.file));
        return edge.to === body.file.path && isAtRun(edge) && (isNamed || isModule(edge));
      });
      if (isImported && id !== undefined) found.push(id);
    }
    return found;
  }

  /** Imports by which tests may reach more. */
  #gaps(tests: readonly CodeFile[]): Evidence[] {
    const gaps = [...this.#graph.files].flatMap((file) => this.#graph.gapsOf(file));
    return chains(
      tests.map(({ path }) => path),
      this.#graph.waysTo(gaps, isAtRun),
    );
  }
}

interface Reached {
  files: ReadonlySet<string>;
  /** Ids. */
  declarations: ReadonlySet<string>;
  gaps: readonly Evidence[];
}

/** Whether the name that is imported is the file itself: Python's `from package import module`. */
function isModule({ to = '', text, it }: Edge): boolean {
  const stem = posix.basename(to).replace(/\.\w+$/, '');
  return it.names.some(({ name }) => name === stem) && text.split(/[./\\]/).at(-1) !== stem;
}

/** The methods of the product by name. */
function methodsOf(files: Iterable<CodeFile>): Map<string, Body[]> {
  const methods = new Map<string, Body[]>();
  for (const file of files) {
    if (file.isTest) continue;
    for (const [index, { kind, qualifiedName }] of file.declarations.entries()) {
      if (kind !== 'method') continue;
      const name = lastOf(qualifiedName);
      // A built-in type can have it too.
      if (isOfBuiltIn(name, file.language)) continue;
      const its = methods.get(name);
      if (its === undefined) methods.set(name, [{ file, index }]);
      else its.push({ file, index });
    }
  }
  return methods;
}

function isOfBuiltIn(name: string, language: string): boolean {
  const table = effectsOf(language);
  if (table === undefined || table.methods.has(name) || table.takes.has(name)) return true;
  return [...table.types.values(), ...[...table.byName.values()].map(({ members }) => members)].some((it) =>
    it.has(name),
  );
}

/** Whether a name that an import asks a file for is that of a class of it. */
function isNameOf(name: string, owner: string, { renamed }: CodeFile): boolean {
  return name === owner || renamed.get(name) === owner;
}

/** The name of the class of a method. */
function classOf({ file, index }: Body): string {
  const name = file.declarations[index]?.qualifiedName ?? '';
  return name.slice(0, -lastOf(name).length - 1).replace(/^.*\\/, '');
}

/** What runs with a declaration: of a class its constructor. */
function run({ file, index }: Body): string[] {
  const declaration = file.declarations[index];
  if (declaration === undefined) return [];
  if (declaration.kind === 'function' || declaration.kind === 'method') return resolvedCalls(file, index);
  const names = CONSTRUCTORS.map((name) => `${declaration.qualifiedName}.${name}`);
  return file.declarations
    .slice(index, declaration.last + 1)
    .flatMap(({ id, qualifiedName }) => (names.includes(qualifiedName) ? [id] : []));
}

/** Ids of the declarations that resolved calls of a declaration lead to; of the file with -1. */
function resolvedCalls({ calls, declarations }: CodeFile, index: number): string[] {
  const last = declarations[index]?.last ?? declarations.length;
  return calls.flatMap(({ within, state, candidates }) =>
    state === 'resolved' && within >= index && within <= last ? candidates : [],
  );
}
