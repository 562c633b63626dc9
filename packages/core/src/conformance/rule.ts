import { AnalyzerError } from '@analyzer/contracts';
import { exported, exportOf, type WantedExport } from './exports.ts';
import { cyclesOf } from './graph/acyclic.ts';
import { ImportGraph } from './graph/import-graph.ts';
import { brokenLayers, emptyGroup, type Layers, layersOf } from './graph/layers.ts';
import { reach } from './graph/reach.ts';
import { NameGlob } from './name-glob.ts';
import type { Body, Observation } from './observation.ts';
import type { CodeProject } from './project.ts';
import { Tested } from './tested.ts';

/** An entry about the structure of a project. */
export type Rule =
  /** Found in the scope, or not. */
  | { kind: 'reach'; glob: NameGlob }
  | { kind: 'export'; wanted: WantedExport }
  /** States something; what breaks it is found. Only in `require`. */
  | { kind: 'layers'; layers: Layers }
  | { kind: 'acyclic' }
  | { kind: 'tested' };

/** @returns undefined for an entry that is none; a string says why it cannot be checked */
export function ruleOf(text: string): Rule | string | undefined {
  const word = text.trim();
  if (word === 'acyclic') return { kind: word };
  if (word === 'tested') return { kind: word };
  const [, kind, rest = ''] = /^(reach|layers|export):(.*)$/s.exec(word) ?? [];
  if (kind === undefined) return undefined;
  try {
    if (kind === 'reach') return { kind, glob: new NameGlob(rest.trim()) };
    if (kind === 'layers') {
      const layers = layersOf(rest);
      return layers.flat().length < 2 ? 'it needs two layers or more, as in layers: a > b' : { kind, layers };
    }
    const wanted = exportOf(rest);
    return wanted === undefined
      ? 'it names no export, as in export:function price(amount)'
      : { kind: 'export', wanted };
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    return error.message;
  }
}

/** Whether an entry states something itself, so that evidence speaks against it. */
export function isStatement({ kind }: Rule): boolean {
  return kind === 'layers' || kind === 'acyclic' || kind === 'tested';
}

/** Checks rules against the imports, exports and tests of a project. */
export class RuleCheck {
  readonly #graph: ImportGraph;
  readonly #tested: Tested;

  /** @param bodies by id of declaration */
  constructor(project: CodeProject, bodies: ReadonlyMap<string, Body>) {
    this.#graph = new ImportGraph(project);
    this.#tested = new Tested(this.#graph, bodies);
  }

  /** Whether a file of a language that is not read can break a rule: not a cycle of other files, and layers only in one. */
  concerns(rule: Rule, path: string): boolean {
    if (rule.kind === 'acyclic') return false;
    return rule.kind !== 'layers' || rule.layers.flat().some(({ glob }) => glob.matchesModule(path));
  }

  /** @returns a string that says why it cannot be checked */
  observe(rule: Rule, bodies: readonly Body[]): Observation | string {
    if (rule.kind === 'export') return exported(bodies, rule.wanted);
    if (rule.kind === 'tested') return this.#tested.without(bodies);
    const files = [...new Set(bodies.map(({ file }) => file))];
    const paths = files.map(({ path }) => path);
    if (rule.kind === 'acyclic') return cyclesOf(this.#graph, files);
    if (rule.kind === 'reach') return reach(this.#graph, paths, rule.glob);
    const empty = emptyGroup(this.#graph, rule.layers);
    return empty === undefined ? brokenLayers(this.#graph, paths, rule.layers) : `the layer ${empty} has no file`;
  }
}
