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
  /** Range of its different 5-grams in the file's `hashes`. */
  from: number;
  to: number;
  elements: Uint8Array;
}

export interface ComparableFile {
  declarations: Comparable[];
  /** The lower halves of the hashes of 5-grams, declaration by declaration. */
  hashes: Int32Array;
}

/** @returns undefined if no declaration is large enough */
export function readComparableFile(
  path: string,
  { declarations, elements }: ComparedFacts,
  limits: CopyLimits,
): ComparableFile | undefined {
  if (elements === undefined) return undefined;
  const block = decodeElementBlock(elements);
  const declarationOf = (body: number) => declarations[block.bodies.declaration[body] ?? -1];
  const { sets, table } = new FileGrams(block, (body) => (declarationOf(body)?.nodes ?? 0) >= limits.nodes);
  const comparable: Comparable[] = [];
  const hashes: number[] = [];
  for (const [body, set] of sets.entries()) {
    const facts = declarationOf(body);
    if (facts === undefined || set.length < limits.grams) continue;
    const from = hashes.length;
    for (const gram of set) hashes.push(table.low(gram));
    const { qualified_name: name, start_line, end_line, start_byte, end_byte, nodes } = facts;
    const range = { path, name, start_line, end_line, start_byte, end_byte };
    comparable.push({ ...range, nodes, key: renamingKey(facts), body, from, to: hashes.length, elements });
  }
  return comparable.length === 0 ? undefined : { declarations: comparable, hashes: Int32Array.from(hashes) };
}
