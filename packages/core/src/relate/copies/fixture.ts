import { encodeElementBlock, newCallbacks, type Units } from '#parse/elements/element-block.ts';
import { NameNumbers } from '#parse/elements/name-numbers.ts';
import { SequenceHash } from '#parse/elements/sequence-hash.ts';
import type { DeclarationFacts } from '#parse/facts.ts';
import { declarationFacts } from '../test-project.ts';
import type { ComparedFile } from './compared-file.ts';

/** An element: a name of a role from 1 to 5, or another opening of role 0. */
export interface TestElement {
  role: number;
  text: number;
  closings: number;
}

export interface TestRange {
  first: number;
  count: number;
  lastClosings: number;
}

export interface TestUnit extends TestRange {
  nodes: number;
  isFunction: boolean;
  /** Indexes; -1 for none. */
  previous: number;
  parent: number;
}

export interface TestBody extends TestRange {
  nodes: number;
  /** Index of the body around it, -1 for none. */
  within: number;
}

export interface TestFile {
  elements: readonly TestElement[];
  units: readonly TestUnit[];
  bodies: readonly TestBody[];
}

/** An element in the stream of a range, compared as a string. */
export function written({ role, text }: TestElement, closings: number, shown: string | undefined): string {
  return `${role}:${shown ?? `=${text}`}${')'.repeat(closings)}`;
}

export function comparedFile({
  elements,
  units,
  bodies,
}: TestFile): ComparedFile & { declarations: DeclarationFacts[] } {
  const numbers = new Map<string, number>();
  const openings: TestElement[] = [];
  const opening = elements.map((it) => {
    const key = `${it.role} ${it.text}`;
    const known = numbers.get(key) ?? openings.push(it) - 1;
    numbers.set(key, known);
    return known;
  });
  const block = {
    openings: {
      high: Int32Array.from(openings, ({ role, text }) => spread(role * 1000 + text)),
      low: Int32Array.from(openings, ({ role, text }) => spread(role * 1000 + text + 7)),
      role: Uint8Array.from(openings, ({ role }) => role),
      name: Uint32Array.from(openings, ({ role, text }) => (role === 0 ? 0 : text)),
      bareHigh: Int32Array.from(openings, ({ role }) => (role === 0 ? 0 : spread(-role))),
      bareLow: Int32Array.from(openings, ({ role }) => (role === 0 ? 0 : spread(-role - 7))),
    },
    opening: Uint32Array.from(opening),
    closings: Uint32Array.from(elements, ({ closings }) => closings),
  };
  const hashes = units.map((unit) => unitHashes(unit, elements, block.openings, block.opening));
  const columns: Units = {
    first: Uint32Array.from(units, ({ first }) => first),
    count: Uint32Array.from(units, ({ count }) => count),
    lastClosings: Uint32Array.from(units, ({ lastClosings }) => lastClosings),
    nodes: Uint32Array.from(units, ({ nodes }) => nodes),
    isFunction: Uint8Array.from(units, ({ isFunction }) => (isFunction ? 1 : 0)),
    previous: Int32Array.from(units, ({ previous }) => previous),
    parent: Int32Array.from(units, ({ parent }) => parent),
    startLine: Uint32Array.from(units, ({ first }) => first + 1),
    endLine: Uint32Array.from(units, ({ first, count }) => first + count),
    startByte: Uint32Array.from(units, ({ first }) => first),
    endByte: Uint32Array.from(units, ({ first, count }) => first + count),
    high: Int32Array.from(hashes, ({ high }) => high),
    low: Int32Array.from(hashes, ({ low }) => low),
    shapeHigh: Int32Array.from(hashes, ({ shapeHigh }) => shapeHigh),
    shapeLow: Int32Array.from(hashes, ({ shapeLow }) => shapeLow),
  };
  const encoded = encodeElementBlock({
    ...block,
    units: columns,
    bodies: {
      declaration: Uint32Array.from(bodies, (_, index) => index),
      first: Uint32Array.from(bodies, ({ first }) => first),
      count: Uint32Array.from(bodies, ({ count }) => count),
      lastClosings: Uint32Array.from(bodies, ({ lastClosings }) => lastClosings),
    },
    callbacks: newCallbacks(0),
  });
  return {
    elements: encoded,
    size: encoded.length,
    declarations: bodies.map(({ nodes, within, first, count }, index) =>
      declarationFacts(index, { kind: 'class', nodes, within, start_byte: first, end_byte: first + count }),
    ),
  };
}

function unitHashes(
  { first, count, lastClosings }: TestRange,
  elements: readonly TestElement[],
  openings: { high: Int32Array; low: Int32Array; bareHigh: Int32Array; bareLow: Int32Array },
  opening: Uint32Array,
) {
  const [hash, shape, numbers] = [new SequenceHash(), new SequenceHash(), new NameNumbers(Uint32Array.of(1000))];
  hash.begin();
  shape.begin();
  numbers.begin();
  for (let at = first; at < first + count; at++) {
    const its = opening[at] ?? 0;
    const { role, text, closings } = elements[at] ?? { role: 0, text: 0, closings: 0 };
    const closing = at === first + count - 1 ? lastClosings : closings;
    hash.add(openings.high[its] ?? 0, openings.low[its] ?? 0, closing, 0);
    if (role === 0) shape.add(openings.high[its] ?? 0, openings.low[its] ?? 0, closing, 0);
    else shape.add(openings.bareHigh[its] ?? 0, openings.bareLow[its] ?? 0, closing, numbers.of(role, text) + 1);
  }
  hash.finish();
  shape.finish();
  return { high: hash.high, low: hash.low, shapeHigh: shape.high, shapeLow: shape.low };
}

/** Spreads small numbers over 32 bits. */
function spread(value: number): number {
  const mixed = Math.imul(value ^ 0x5bf03635, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
}
