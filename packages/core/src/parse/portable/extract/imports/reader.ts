import type { ImportFacts, ImportPhase, Lookup } from '../../../facts.ts';
import { cut } from '../cut.ts';
import type { Exports } from '../exports.ts';
import type { NameReader } from '../names.ts';
import type { Nodes } from '../nodes.ts';
import type { Positions } from '../positions.ts';
import { isConditional, type Scope } from '../scope.ts';

/**
 * Reads what a file takes in (and, where that is written in a language's own way, what it gives out). Readers are the
 * only part behind the adapters that knows node kinds: how a specifier is put together differs too much for data.
 */
export interface ImportReader {
  /** @returns whether the node is an import, so that it is no call */
  read(node: number, scope: Scope): boolean;
}

/** What readers work with. */
export interface ReaderContext {
  readonly nodes: Nodes;
  readonly names: NameReader;
  readonly exports: Exports;
  readonly imports: ImportCollector;
}

export type ImportedName = ImportFacts['names'][number];

export interface FoundImport {
  specifier: string;
  names: ImportedName[];
  lookup: Lookup;
  target: string;
  reexport?: boolean;
  /** Overrides the phase that follows from the scope. */
  phase?: ImportPhase | undefined;
}

export class ImportCollector {
  readonly found: ImportFacts[] = [];
  readonly #nodes: Nodes;
  readonly #positions: Positions;

  constructor(nodes: Nodes, positions: Positions) {
    this.#nodes = nodes;
    this.#positions = positions;
  }

  /** @param node where it is written */
  add(node: number, scope: Scope, { specifier, names, lookup, target, reexport, phase }: FoundImport): void {
    const line = this.#positions.line(this.#nodes.tree.start[node] ?? 0);
    const conditional = isConditional(scope, node);
    const found: ImportFacts = {
      specifier: cut(specifier),
      names,
      line,
      conditional,
      phase: phase ?? phaseIn(scope, conditional),
      lookup,
      target,
    };
    if (reexport === true) found.reexport = true;
    this.found.push(found);
  }
}

function phaseIn(scope: Scope, conditional: boolean): ImportPhase {
  if (scope.space !== 0) return 'deferred';
  return conditional ? 'conditional' : 'load';
}

/** An imported name and what it is called here, told only when that differs. */
export function imported(name: string, local: string | undefined): ImportedName {
  return local === undefined || local === name ? { name } : { name, alias: local };
}
