import type { Destination } from '../imports/link.ts';
import type { Outcome } from '../model.ts';
import { callReasons } from '../reasons.ts';
import type { BaseClasses, DeclarationIn } from './base-classes.ts';
import type { CallFile } from './call-file.ts';
import { fileScope, type NameTable } from './declared-names.ts';
import { firstPartOf, join } from './dotted.ts';
import { Findings, unresolvedCall } from './outcome.ts';

/** Maximum number of imports that a name is followed through: its own import, then re-exports. */
const farthest = 8;
/** Maximum number of files that a name is searched in. */
const mostNodes = 256;

interface Node {
  file: CallFile;
  dotted: string;
  /** The scope in that file; below file level only for the name of the call. */
  scope: number;
  /** Number of imports between the call and this node. */
  hops: number;
}

/**
 * Follows a dotted name from the file level of one file to its declarations, in that file or through imports and
 * re-exports. Breadth-first, visiting each node once, so that cycles and forks end. It follows all bindings, because
 * which of two bindings applies can depend on a condition.
 */
export class NameTrace {
  readonly #files: ReadonlyMap<string, CallFile>;

  constructor(files: ReadonlyMap<string, CallFile>) {
    this.#files = files;
  }

  /**
   * @param bases for members that classes inherit
   * @param scope one that binds the name, or the file
   */
  outcome(file: CallFile, dotted: string, bases: BaseClasses, table: NameTable, scope = fileScope): Outcome {
    if (scope === fileScope && !file.bindsStars && !file.knows(dotted, table)) return unresolvedCall(unknown(dotted));
    return new Search(this.#files, table, bases).run(file, dotted, scope).outcome();
  }

  /** Follows a name that other files see in a file. */
  exported(file: CallFile, dotted: string, bases: BaseClasses, table: NameTable): Outcome {
    return new Search(this.#files, table, bases).run(file, dotted, fileScope, 1).outcome();
  }

  /** The only declaration that the name leads to, without inherited members. */
  declaration(file: CallFile, dotted: string, table: NameTable, scope = fileScope): DeclarationIn | undefined {
    if (scope === fileScope && !file.bindsStars && !file.knows(dotted, table)) return undefined;
    return new Search(this.#files, table, undefined).run(file, dotted, scope).only();
  }
}

class Search {
  readonly #files: ReadonlyMap<string, CallFile>;
  readonly #table: NameTable;
  /** For members that classes inherit. */
  readonly #bases: BaseClasses | undefined;

  constructor(files: ReadonlyMap<string, CallFile>, table: NameTable, bases: BaseClasses | undefined) {
    this.#files = files;
    this.#table = table;
    this.#bases = bases;
  }

  run(file: CallFile, dotted: string, scope: number, hops = 0): Findings {
    const findings = new Findings();
    const nodes = new Nodes({ file, dotted, scope, hops });
    for (const node of nodes.list) {
      const isKnown = this.#declaredOrBound(node, findings, nodes);
      if (!isKnown && node.scope === fileScope) this.#fromStars(node, findings, nodes);
    }
    return findings;
  }

  /** @returns whether the file itself binds the name */
  #declaredOrBound({ file, dotted, scope, hops }: Node, findings: Findings, nodes: Nodes): boolean {
    const name = hops === 0 ? dotted : file.inside(dotted);
    const first = firstPartOf(name);
    const rest = name.slice(first.length + 1);
    let known = false;

    const table = this.#table;
    const hit = hops === 0 ? file.declared.find(scope, name, table) : file.declared.findExported(name, table);
    if (hit !== undefined && 'indices' in hit) {
      if (hops === 0 || file.shows(dotted, hit.indices)) {
        known = true;
        findings.add(file.in(hit.indices), hops === 0 ? hit.via : undefined);
        if (file.isReassigned(hit.indices)) findings.miss(callReasons.reassigned);
      }
    } else if (hit !== undefined) {
      known = true;
      if (this.#bases === undefined || hit.inherited === undefined) findings.miss(hit.miss);
      else {
        const { classes, member } = hit.inherited;
        for (const index of classes) findings.addMember(this.#bases.inherited({ file, index }, member, table));
      }
    }
    const imports = file.importedIn(scope);
    for (const { destination, name: imported, reexport } of imports?.bindings.get(first) ?? []) {
      if (reexport && hops === 0) continue;
      known = true;
      this.#enter(destination, join(imported, rest), file, hops, findings, nodes);
    }
    const module = longestModule(imports?.modules, name);
    if (module === undefined) return known;
    this.#enter(module.destination, name.slice(module.name.length + 1), file, hops, findings, nodes);
    return true;
  }

  /** Continues in the files that an import leads to; an empty name is the module itself. */
  #enter(
    { state, path, candidates, reason = '' }: Destination,
    dotted: string,
    from: CallFile,
    hops: number,
    findings: Findings,
    nodes: Nodes,
  ): void {
    if (state === 'external') findings.external(reason);
    if (state === 'unresolved') findings.miss(reason);
    const name = dotted === '' && from.rules.callsDefault ? 'default' : dotted;
    for (const to of path === undefined ? (candidates ?? []) : [path]) {
      const file = this.#files.get(to);
      if (file === undefined) findings.miss(callReasons.not_analysed);
      else if (name === '') findings.miss(callReasons.module);
      else if (hops === farthest || !nodes.add({ file, dotted: name, scope: fileScope, hops: hops + 1 }))
        findings.miss(callReasons.far);
    }
  }

  /** Follows wildcard imports and re-exports, up to the nearest files that bind the name. */
  #fromStars({ file, dotted, hops }: Node, findings: Findings, nodes: Nodes): void {
    const seen = new Set([file]);
    let open = false;
    let far = false;
    let found = false;
    for (const at of firstPartOf(dotted) === 'default' ? [] : seen) {
      if (at !== file && at.offers(dotted, this.#table)) {
        found = true;
        if (hops === farthest || !nodes.add({ file: at, dotted, scope: fileScope, hops: hops + 1 }))
          findings.miss(callReasons.far);
        continue;
      }
      if (hops === 0 && at === file && !file.bindsStars) break;
      const { stars } = at.imported;
      if (stars.open) open = true;
      for (const path of stars.files) {
        if (seen.size === mostNodes) {
          far = true;
          break;
        }
        const next = this.#files.get(path);
        if (next === undefined) open = true;
        else seen.add(next);
      }
    }
    if (found) return;
    if (far) findings.miss(callReasons.far);
    else if (open) findings.miss(callReasons.star);
    else if (hops > 0) findings.miss(callReasons.not_there);
    else findings.miss(unknown(dotted));
  }
}

/** The longest imported module that is a prefix of a dotted name. */
function longestModule(
  modules: ReadonlyMap<string, Destination> | undefined,
  dotted: string,
): { name: string; destination: Destination } | undefined {
  if (modules === undefined || modules.size === 0) return undefined;
  for (let end = dotted.length; end > 0; end = dotted.lastIndexOf('.', end - 1)) {
    const name = dotted.slice(0, end);
    const destination = modules.get(name);
    if (destination !== undefined) return { name, destination };
  }
  return undefined;
}

function unknown(dotted: string): string {
  return dotted.includes('.') ? callReasons.receiver : callReasons.undeclared;
}

/** The nodes of one trace in the order they are reached, each once. */
class Nodes {
  readonly list: Node[];
  readonly #seen = new Map<CallFile, Set<string>>();

  constructor(first: Node) {
    this.list = [first];
  }

  /** @returns false when there are too many */
  add(node: Node): boolean {
    let names = this.#seen.get(node.file);
    if (names === undefined) {
      names = new Set();
      this.#seen.set(node.file, names);
    }
    if (names.has(node.dotted)) return true;
    if (this.list.length === mostNodes) return false;
    names.add(node.dotted);
    this.list.push(node);
    return true;
  }
}
