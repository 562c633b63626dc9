import { decodeElementBlock } from '#parse/elements/element-block.ts';
import { FileGrams } from '#relate/copies/file-grams.ts';
import type { CopyLimits } from '#relate/copies/limits.ts';
import type { ComparedFacts } from '../compared-facts.ts';
import { renamingKey } from '../copy-index.ts';
import type { LocatedCopy } from '../located.ts';

/** A declaration that is large enough to be compared. */
export interface Comparable extends LocatedCopy {
  nodes: number;
  /** Equal for functions that are identical up to renaming; undefined for other declarations. */
  key: string | undefined;
  /** Index of the body in the file's element block. */
  body: number;
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

/** Equal for declarations with the same 5-grams. */
export function gramKey({ halves, from, to }: Comparable): string {
  const own = halves.slice(from, to).sort();
  return Buffer.from(own.buffer).toString('latin1');
}

/** The declarations of a file that are large enough. */
export function readComparables(
  path: string,
  { declarations, elements }: ComparedFacts,
  limits: CopyLimits,
): Comparable[] {
  if (elements === undefined) return [];
  const block = decodeElementBlock(elements);
  const declarationOf = (body: number) => declarations[block.bodies.declaration[body] ?? -1];
  const { sets, table } = new FileGrams(block, (body) => (declarationOf(body)?.nodes ?? 0) >= limits.nearNodes);
  const compared = [...sets.entries()].filter(([, set]) => set.length >= limits.grams);
  const halves = new Int32Array(compared.reduce((sum, [, set]) => sum + set.length, 0));
  let to = 0;
  return compared.flatMap(([body, set]): Comparable | [] => {
    const facts = declarationOf(body);
    if (facts === undefined) return [];
    const from = to;
    for (const gram of set) halves[to++] = table.low(gram);
    const { qualified_name: name, start_line, end_line, start_byte, end_byte, nodes } = facts;
    const declaration = block.bodies.declaration[body] ?? -1;
    const range = { path, name, declaration, start_line, end_line, start_byte, end_byte };
    return { ...range, nodes, key: renamingKey(facts), body, halves, from, to, elements };
  });
}
