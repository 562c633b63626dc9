import { decodeElementBlock, type ElementBlock } from '#parse/elements/element-block.ts';
import type { FileFacts } from '#parse/facts.ts';
import { rangeOf } from '#relate/copies/file-grams.ts';
import { gramsOf } from '#relate/copies/gram-windows.ts';
import { areSimilar } from '#relate/copies/similar-classes.ts';
import type { RecordedCopy } from '../state/model.ts';
import { fingerprintOf } from './fingerprints.ts';

/** What is compared of a declaration. */
export interface Code {
  body: string | undefined;
  /** Equal for functions that are identical up to renaming. */
  shape: string | undefined;
  /** The lower halves of the hashes of its different 5-grams, ascending. */
  grams: Int32Array;
}

/** How a declaration is related to a recorded copy. `part`: its code is in the copy. */
export type Likeness = 'identical' | 'renamed' | 'similar' | 'part';

/** Functions with fewer 5-grams have too little code for a similarity. */
const MIN_GRAMS = 8;

export function codeOf(facts: FileFacts, index: number): Code {
  const declaration = facts.declarations[index];
  return {
    body: declaration && fingerprintOf(declaration),
    shape: declaration?.function_shape,
    grams: gramsIn(facts, index),
  };
}

/** Decoded once for all declarations of a file. */
const blocks = new WeakMap<Uint8Array, ElementBlock>();

/** The elements of a file. */
export function blockOf(elements: Uint8Array): ElementBlock {
  const known = blocks.get(elements) ?? decodeElementBlock(elements);
  blocks.set(elements, known);
  return known;
}

function gramsIn({ elements }: FileFacts, index: number): Int32Array {
  if (elements === undefined) return new Int32Array();
  const block = blockOf(elements);
  const body = block.bodies.declaration.indexOf(index);
  if (body < 0) return new Int32Array();
  const table = gramsOf(block, rangeOf(block, body));
  return Int32Array.from({ length: table.size }, (_, gram) => table.low(gram)).sort();
}

/** Number of statements of a function that contain no other one; an expression is one. */
export function statementsOf({ elements }: FileFacts, index: number): number {
  if (elements === undefined) return Number.POSITIVE_INFINITY;
  const block = blockOf(elements);
  const body = block.bodies.declaration.indexOf(index);
  if (body < 0) return Number.POSITIVE_INFINITY;
  const { first, count } = rangeOf(block, body);
  const { units } = block;
  const inside = [...units.first.keys()].filter((unit) => {
    const start = units.first[unit] ?? 0;
    return start >= first && start + (units.count[unit] ?? 0) <= first + count;
  });
  const outer = new Set(inside.map((unit) => units.parent[unit]));
  return Math.max(1, inside.filter((unit) => !outer.has(unit)).length);
}

export function gramsText(grams: Int32Array): string {
  return Buffer.from(grams.buffer, grams.byteOffset, grams.byteLength).toString('base64');
}

function gramsFrom(text: string): Int32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Int32Array(bytes.buffer, 0, Math.floor(bytes.length / Int32Array.BYTES_PER_ELEMENT));
}

/** @returns undefined if they are not related */
export function likenessOf(code: Code, copy: RecordedCopy): Likeness | undefined {
  if (code.body !== undefined && copy.fingerprints.includes(code.body)) return 'identical';
  if (code.shape !== undefined && copy.shapes?.includes(code.shape)) return 'renamed';
  const its = gramsFrom(copy.grams ?? '');
  if (Math.min(its.length, code.grams.length) < MIN_GRAMS) return undefined;
  const common = commonOf(code.grams, its);
  if (areSimilar(common, code.grams.length, its.length)) return 'similar';
  return copy.part === true && 2 * common >= code.grams.length ? 'part' : undefined;
}

/** Whether a function can be compared with a copy: both in one language, and the copy large enough. */
export function isComparable(language: string, copy: RecordedCopy): boolean {
  return copy.language === language && copy.part !== true && gramsFrom(copy.grams ?? '').length >= MIN_GRAMS;
}

function commonOf(one: Int32Array, other: Int32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const difference = (one[i] ?? 0) - (other[j] ?? 0);
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
