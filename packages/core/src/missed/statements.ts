import { decodeElementBlock, type ElementBlock, type Units } from '#parse/elements/element-block.ts';
import { SequenceHash } from '#parse/elements/sequence-hash.ts';
import type { FileFacts } from '#parse/facts.ts';
import { DROPPED, IMPORT, type Vocabulary } from './vocabulary.ts';

/**
 * The statements, members and items of a file in the order of their starts, as columns. A statement does not include
 * those in it, so a condition around other statements is one of its own.
 */
export interface Statements extends Nesting, OwnElements, Kinds {
  readonly length: number;
  /** Numbers of equal statements, and of statements that are equal apart from names. */
  readonly exact: Int32Array;
  readonly shape: Int32Array;
}

interface OwnElements {
  /** Where the elements of a statement start; one more for the end. */
  readonly from: Uint32Array;
  /** Numbers of openings. */
  readonly elements: Int32Array;
}

interface Nesting {
  /** 1 for a statement that is a function with statements in it, or that declares one, such as `const f = () => {…}`. */
  readonly isFunction: Uint8Array;
  /** The statement after the last one in it. */
  readonly end: Uint32Array;
  /** Lines of its own code: up to the first statement in it. */
  readonly startLine: Uint32Array;
  readonly endLine: Uint32Array;
  /** Last line with the statements in it. */
  readonly lastLine: Uint32Array;
}

interface Kinds {
  /** 1 for a statement in an interface or a type alias, and for a function with the items of its parameters. */
  readonly isType: Uint8Array;
  /** Number of functions that are declared at its start. */
  readonly functions: Uint8Array;
  /** 1 for a statement with a condition in its own lines. */
  readonly isCondition: Uint8Array;
}

/** The facts that statements are read from. */
export type StatementFacts = Pick<FileFacts, 'declarations' | 'control' | 'elements'>;

/**
 * @param facts with an element block
 * @returns undefined without one
 */
export function readStatements(facts: StatementFacts, vocabulary: Vocabulary): Statements | undefined {
  if (facts.elements === undefined) return undefined;
  const block = decodeElementBlock(facts.elements);
  const own = ownElements(block, vocabulary);
  const length = block.units.first.length;
  const [exact, shape] = [new Int32Array(length), new Int32Array(length)];
  const hash = new SequenceHash();
  for (let statement = 0; statement < length; statement++) {
    const [start, stop] = [own.from[statement] ?? 0, own.from[statement + 1] ?? 0];
    hash.begin();
    for (let at = start; at < stop; at++) hash.add(own.elements[at] ?? 0, 0, 0, 0);
    hash.finish();
    exact[statement] = vocabulary.exact.number(hash.high, hash.low);
    hash.begin();
    for (let at = start; at < stop; at++) hash.add(vocabulary.bareOf(own.elements[at] ?? 0), 0, 0, 0);
    hash.finish();
    shape[statement] = vocabulary.shapes.number(hash.high, hash.low);
  }
  const nesting = nestingOf(block, facts);
  return { length, exact, shape, ...own, ...nesting, ...kindsOf(block, nesting, facts) };
}

/** The outermost function that a statement is in, or that it is; -1 for none. */
export function functionAround({ isFunction, end }: Statements, statement: number): number {
  for (let at = 0; at <= statement; at++) {
    if (isFunction[at] !== 1) continue;
    const next = end[at] ?? 0;
    if (statement < next) return at;
    at = next - 1;
  }
  return -1;
}

function kindsOf(
  block: ElementBlock,
  { startLine, endLine, isFunction }: Nesting,
  { declarations, control }: StatementFacts,
): Kinds {
  const types = declarations.filter(({ kind }) => kind === 'interface' || kind === 'type');
  const isType = Uint8Array.from(block.units.startByte, (at) =>
    types.some(({ start_byte, end_byte }) => start_byte <= at && at < end_byte) ? 1 : 0,
  );
  for (const { statement, bodyFrom } of functionsOf(block, declarations)) {
    for (let at = statement + 1; (block.units.first[at] ?? bodyFrom) < bodyFrom; at++) isType[at] = 1;
  }
  for (const [at, is] of isFunction.entries()) if (is === 1) isType[at] = 1;
  const lines = control.line.filter((_, at) => control.kind[at] === 'condition').sort((a, b) => a - b);
  const isCondition = Uint8Array.from(startLine, (line, at) => {
    const next = lines[positionAbove(lines, line - 1)];
    return next !== undefined && next <= (endLine[at] ?? 0) ? 1 : 0;
  });
  return { isType, functions: functionStarts(block, declarations), isCondition };
}

/** The statements that declare functions, with the first element of the body. */
function functionsOf(
  { units, bodies }: ElementBlock,
  declarations: StatementFacts['declarations'],
): { statement: number; bodyFrom: number }[] {
  const starts = Array.from(units.startByte);
  return Array.from(bodies.declaration, (number, body) => ({ its: declarations[number], body })).flatMap(
    ({ its, body }) => {
      if (its?.kind !== 'function' && its?.kind !== 'method') return [];
      return [{ statement: positionAbove(starts, its.start_byte) - 1, bodyFrom: bodies.first[body] ?? 0 }];
    },
  );
}

function functionStarts({ units }: ElementBlock, declarations: StatementFacts['declarations']): Uint8Array {
  const starts = Array.from(units.startByte);
  const counts = new Uint8Array(starts.length);
  for (const { kind, start_byte } of declarations) {
    if (kind !== 'function' && kind !== 'method') continue;
    const statement = positionAbove(starts, start_byte) - 1;
    counts[statement] = (counts[statement] ?? 0) + 1;
  }
  return counts;
}

/** The position of the first of some ascending numbers that is above another one; their count if there is none. */
function positionAbove(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[middle] ?? 0) <= least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The elements of each unit that are in no unit inside it, without those that are not compared. Closings do not count. */
function ownElements({ openings, opening, units }: ElementBlock, vocabulary: Vocabulary): OwnElements {
  const numbers = vocabulary.numbersOf(openings);
  const unwrapped = vocabulary.unwrappedIn(openings);
  const owners = ownersOf(units, opening.length);
  const compared = new Int32Array(opening.length);
  for (let element = 0; element < opening.length; element++)
    compared[element] = numbers[opening[element] ?? -1] ?? DROPPED;
  if (numbers.includes(IMPORT)) dropImports(owners, compared);
  if (unwrapped.size > 0) unwrap(opening, unwrapped, compared);
  const length = units.first.length;
  const from = new Uint32Array(length + 1);
  for (let element = 0; element < owners.length; element++) {
    const owner = owners[element] ?? -1;
    if (owner >= 0 && compared[element] !== DROPPED) from[owner + 1] = (from[owner + 1] ?? 0) + 1;
  }
  for (let at = 0; at < length; at++) from[at + 1] = (from[at + 1] ?? 0) + (from[at] ?? 0);
  const elements = new Int32Array(from[length] ?? 0);
  const next = from.slice(0, length);
  for (let element = 0; element < owners.length; element++) {
    const [owner, number] = [owners[element] ?? -1, compared[element] ?? DROPPED];
    if (owner < 0 || number === DROPPED) continue;
    const at = next[owner] ?? 0;
    elements[at] = number;
    next[owner] = at + 1;
  }
  return { from, elements };
}

/** By element: the innermost unit around it; -1 for none. */
function ownersOf({ first, count, parent }: Units, elements: number): Int32Array {
  const owners = new Int32Array(elements).fill(-1);
  let unit = 0;
  let current = -1;
  for (let element = 0; element < elements; element++) {
    while (current >= 0 && (first[current] ?? 0) + (count[current] ?? 0) <= element) current = parent[current] ?? -1;
    for (; first[unit] === element; unit++) current = unit;
    owners[element] = current;
  }
  return owners;
}

/** Drops imports inside of statements: what follows one in the same statement, up to the next statement. */
function dropImports(owners: Int32Array, compared: Int32Array): void {
  let isImporting = false;
  for (let element = 0; element < owners.length; element++) {
    if (owners[element] !== owners[element - 1]) isImporting = false;
    if (compared[element] === IMPORT) isImporting = true;
    if (isImporting) compared[element] = DROPPED;
  }
}

/** Replaces nodes around one other node by that node. */
function unwrap(
  opening: Uint32Array,
  unwrapped: ReadonlyMap<number, ReadonlyMap<number, number>>,
  compared: Int32Array,
): void {
  let becomes: ReadonlyMap<number, number> | undefined;
  for (const [element, its] of opening.entries()) {
    const number = becomes?.get(its);
    if (number !== undefined) compared[element] = number;
    becomes = unwrapped.get(its);
    if (becomes !== undefined) compared[element] = DROPPED;
  }
}

function nestingOf(block: ElementBlock, { declarations }: StatementFacts): Nesting {
  const { first, parent, startLine, endLine } = block.units;
  const { length } = first;
  const end = Uint32Array.from(first, (_, at) => at + 1);
  const ownEnd = Uint32Array.from(endLine);
  for (let at = length - 1; at >= 0; at--) {
    const above = parent[at] ?? -1;
    if (above < 0) continue;
    end[above] = Math.max(end[above] ?? 0, end[at] ?? 0);
    // The first statement inside is seen last.
    ownEnd[above] = Math.max(startLine[above] ?? 0, (startLine[at] ?? 0) - 1);
  }
  const isFunction = Uint8Array.from(block.units.isFunction);
  for (const { statement, bodyFrom } of functionsOf(block, declarations)) {
    const hasStatements = (first[(end[statement] ?? 0) - 1] ?? 0) >= bodyFrom;
    if (statement >= 0 && hasStatements) isFunction[statement] = 1;
  }
  return { isFunction, end, startLine, endLine: ownEnd, lastLine: endLine };
}
