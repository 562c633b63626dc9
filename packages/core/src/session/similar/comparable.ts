import { decodeCallbacks, decodeElementBlock } from '#parse/elements/element-block.ts';
import { callbackMember } from '#relate/copies/copy-groups.ts';
import { FileGrams, rangeOf } from '#relate/copies/file-grams.ts';
import { type ElementRange, gramsOf } from '#relate/copies/gram-windows.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import type { Turns } from '#relate/turns.ts';
import type { ComparedFacts } from '../compared-facts.ts';
import { renamingKey } from '../copy-index.ts';
import type { LocatedCopy } from '../located.ts';

/** A declaration or callback that is large enough to be compared. */
export interface Comparable extends LocatedCopy {
  nodes: number;
  /** Equal for functions that are identical up to renaming; undefined for other declarations. */
  key: string | undefined;
  /** Its body in the file's element block. */
  range: ElementRange;
  /** Only of a callback: how many of its name are before it in its file. */
  callback?: number;
  /** The lower halves of the hashes of its different 5-grams: a range of `halves`, which all declarations of the file share. */
  halves: Int32Array;
  from: number;
  to: number;
  elements: Uint8Array;
}

/** Number of different 5-grams. */
export function sizeOf({ from, to }: Comparable): number {
  return to - from;
}

const keys = new WeakMap<Comparable, string>();

/** Equal for declarations with the same 5-grams. */
export function gramKey(declaration: Comparable): string {
  const known = keys.get(declaration);
  if (known !== undefined) return known;
  const own = declaration.halves.slice(declaration.from, declaration.to).sort();
  const key = Buffer.from(own.buffer).toString('latin1');
  keys.set(declaration, key);
  return key;
}

/** The declarations of a file that are large enough. */
export function* readComparables(
  path: string,
  { declarations, elements }: ComparedFacts,
  limits: CopyLimits,
): Turns<Comparable[]> {
  if (elements === undefined) return [];
  const block = decodeElementBlock(elements);
  yield;
  const declarationOf = (body: number) => declarations[block.bodies.declaration[body] ?? -1];
  const { sets, table } = new FileGrams(block, (body) => (declarationOf(body)?.nodes ?? 0) >= limits.nearNodes);
  yield;
  const compared = [...sets.entries()].filter(([, set]) => set.length >= limits.grams);
  const halves = new Int32Array(compared.reduce((sum, [, set]) => sum + set.length, 0));
  let to = 0;
  yield;
  return compared.flatMap(([body, set]): Comparable | [] => {
    const facts = declarationOf(body);
    if (facts === undefined) return [];
    const from = to;
    for (const gram of set) halves[to++] = table.low(gram);
    const { qualified_name: name, start_line, end_line, start_byte, end_byte, nodes } = facts;
    const declaration = block.bodies.declaration[body] ?? -1;
    const [key, range] = [renamingKey(facts), rangeOf(block, body)];
    // A spread would give each a hidden class of its own in V8.
    return {
      path,
      name,
      declaration,
      start_line,
      end_line,
      start_byte,
      end_byte,
      nodes,
      key,
      range,
      halves,
      from,
      to,
      elements,
    };
  });
}

/** The callbacks of a file that are large enough. */
export function* readCallbacks(
  path: string,
  { declarations, elements }: ComparedFacts,
  limits: CopyLimits,
): Turns<Comparable[]> {
  if (elements === undefined) return [];
  const isLarge = (nodes: number) => nodes >= limits.nearNodes;
  if (!decodeCallbacks(elements).nodes.some(isLarge)) return [];
  const block = decodeElementBlock(elements);
  yield;
  const { callbacks } = block;
  const counts = new Map<string, number>();
  return Array.from(callbacks.nodes).flatMap((nodes, at): Comparable | [] => {
    const { range: lines, name = '', declaration } = callbackMember(0, callbacks, at, { declarations });
    const before = counts.get(name) ?? 0;
    counts.set(name, before + 1);
    const [first = 0, count = 0, lastClosings = 0] = [
      callbacks.first[at],
      callbacks.count[at],
      callbacks.lastClosings[at],
    ];
    const range = { first, count, lastClosings };
    const grams = isLarge(nodes) ? gramsOf(block, range) : undefined;
    if (grams === undefined || grams.size < limits.grams || lines === undefined) return [];
    const halves = Int32Array.from({ length: grams.size }, (_, gram) => grams.low(gram));
    return {
      ...{ path, name, declaration, nodes, range, elements, halves, callback: before },
      ...{ start_line: lines.startLine, end_line: lines.endLine },
      ...{ start_byte: lines.startByte, end_byte: lines.endByte },
      ...{ key: undefined, from: 0, to: halves.length },
    };
  });
}
