import type { ImportFacts, ImportPhase, Lookup } from '../../../facts.ts';
import { cut } from '../cut.ts';
import type { Exports } from '../exports.ts';
import type { NameReader } from '../names.ts';
import type { Nodes } from '../nodes.ts';
import type { Positions } from '../positions.ts';
import { isConditional, type Scope } from '../scope.ts';

/**
 * Reads imports of a file (and exports in language-specific syntax). Readers are the only code after the adapters that
 * refers to node kinds: specifiers differ too much between languages for data.
 */
export interface ImportReader {
  /** @returns whether the node is an import, and thus not a call */
  read(node: number, scope: Scope): boolean;
}

/** Data and services for readers. */
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
  inlineTypes?: boolean;
  /** The name that it binds, if it has no `names`. */
  binds?: string;
  /** Overrides the phase that follows from the scope. */
  phase?: ImportPhase | undefined;
}

export class ImportCollector {
  readonly found: ImportFacts[] = [];
  /** The node of each import, and the first name that it binds in the file. */
  readonly at: number[] = [];
  readonly bound: (string | undefined)[] = [];
  readonly #nodes: Nodes;
  readonly #positions: Positions;

  constructor(nodes: Nodes, positions: Positions) {
    this.#nodes = nodes;
    this.#positions = positions;
  }

  /** @param node position of the import */
  add(
    node: number,
    scope: Scope,
    { specifier, names, lookup, target, reexport, inlineTypes, binds, phase }: FoundImport,
  ): void {
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
    if (inlineTypes === true) found.inline_types = true;
    this.found.push(found);
    this.at.push(node);
    this.bound.push(reexport === true ? undefined : (firstBound(names) ?? binds));
  }
}

function firstBound([first]: readonly ImportedName[]): string | undefined {
  const name = first?.alias ?? first?.name;
  return name === '*' ? undefined : name;
}

function phaseIn(scope: Scope, conditional: boolean): ImportPhase {
  if (scope.space !== 0) return 'deferred';
  return conditional ? 'conditional' : 'load';
}

/** An imported name, with the local name if it differs. */
export function imported(name: string, local: string | undefined): ImportedName {
  return local === undefined || local === name ? { name } : { name, alias: local };
}
