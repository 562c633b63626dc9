import { isProtocolMethod, MIN_WEIGHT } from '#lists/list-classes.ts';
import { leastSimilarity, listWeight, occurrencesOf } from '#lists/list-order.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import type { BlockRange, Group, Scan } from '#scan/model.ts';

/**
 * Finds similar types, and runs of members, that share little besides small methods that a protocol of the language calls, which
 * lists put apart.
 */
export class ProtocolTypes {
  readonly #scan: Scan;
  /** The methods by the path of their file. */
  readonly #methods = new Map<string, DeclarationFacts[]>();
  /** Nodes of the methods by the id of their type. */
  readonly #nodes = new Map<string, number>();
  #isRead = false;

  constructor(scan: Scan) {
    this.#scan = scan;
  }

  /** Whether the rest of what the occurrences of a group share would be too little for a list. */
  shareLittleElse(group: Group): boolean {
    const { occurrences, blocks } = group;
    if (group.kind === 'function-body' || group.kind === 'function-shape') return false;
    if (!this.#isRead) this.#read();
    const nodes = blocks?.map((it) => this.#nodesIn(it)) ?? occurrences.map((id) => this.#nodes.get(id) ?? 0);
    const least = Math.min(...nodes);
    if (least === 0) return false;
    const shared = Math.floor((group.nodes * leastSimilarity(group)) / 1000);
    return listWeight({ nodes: Math.max(0, shared - least) }, occurrencesOf(group)) < MIN_WEIGHT;
  }

  #nodesIn({ path, start_byte, end_byte }: BlockRange): number {
    const inside = this.#methods.get(path)?.filter((it) => it.start_byte >= start_byte && it.end_byte <= end_byte);
    return (inside ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
  }

  #read(): void {
    this.#isRead = true;
    for (const entry of this.#scan.entries) {
      if (entry.kind !== 'file') continue;
      const methods = (entry.facts?.declarations ?? []).filter(isOfProtocol);
      if (methods.length === 0) continue;
      this.#methods.set(entry.path, methods);
      const ids = this.#scan.relations.get(entry.path)?.ids ?? [];
      for (const { within, nodes } of methods) {
        const type = ids[within];
        if (type !== undefined) this.#nodes.set(type, (this.#nodes.get(type) ?? 0) + nodes);
      }
    }
  }
}

function isOfProtocol({ kind, name, nodes }: DeclarationFacts): boolean {
  return kind === 'method' && isProtocolMethod({ kind: 'near', nodes }, name);
}
