import { decodeElementBlock } from '#parse/elements/element-block.ts';
import type { ComparedFile } from './compared-file.ts';
import { FileGrams } from './file-grams.ts';
import { gramValue } from './gram-order.ts';
import type { HashTable } from './hash-table.ts';
import type { CopyLimits } from './limits.ts';

/** The values of the different 5-grams of a body, in no order. */
export interface BodyValues {
  /** Index of the declaration in its file. */
  declaration: number;
  values: Uint16Array;
}

/** The values of all bodies of a file that are large enough to be compared. */
export function bodyValues({ elements, declarations }: Omit<ComparedFile, 'size'>, limits: CopyLimits): BodyValues[] {
  const isCompared = (declaration = -1) => (declarations[declaration]?.nodes ?? 0) >= limits.nearNodes;
  if (!declarations.some((_, declaration) => isCompared(declaration))) return [];
  const block = decodeElementBlock(elements);
  const { sets, table } = new FileGrams(block, (body) => isCompared(block.bodies.declaration[body]));
  const byGram = valuesOf(table);
  return sets.flatMap((set, body) => {
    if (set.length < limits.grams) return [];
    const values = new Uint16Array(set.length);
    for (let at = 0; at < set.length; at++) values[at] = byGram[set[at] ?? 0] ?? 0;
    return [{ declaration: block.bodies.declaration[body] ?? 0, values }];
  });
}

/** By number in the table. */
export function valuesOf(table: HashTable): Uint16Array {
  const values = new Uint16Array(table.size);
  for (let gram = 0; gram < values.length; gram++) values[gram] = gramValue(table.high(gram));
  return values;
}
