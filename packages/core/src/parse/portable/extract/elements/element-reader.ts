import { collectIfLarge } from '../../../collect-garbage.ts';
import {
  type Bodies,
  type Callbacks,
  type ElementBlock,
  encodeElementBlock,
  newCallbacks,
  newUnits,
  type Units,
} from '../../../elements/element-block.ts';
import { FINGERPRINT_VERSION } from '../../../versions.ts';
import type { FlatTree, NameTable } from '../../flat-tree.ts';
import type { LanguageData } from '../../languages.ts';
import type { CallbackNode } from '../declarations.ts';
import { Nodes, type Noise } from '../nodes.ts';
import type { Positions } from '../positions.ts';
import type { StreamPass } from '../stream.ts';
import type { StreamRules } from '../stream-rules.ts';
import { callbackName } from './callback-names.ts';
import { type ScannedElements, scanElements } from './element-scan.ts';
import { OpeningHashes } from './opening-hashes.ts';
import { Regions } from './regions.ts';
import { hashUnits } from './unit-hashes.ts';
import { UnitRules } from './unit-rules.ts';

/** A declaration with a body that is compared. */
export interface ComparedBody {
  declaration: number;
  body: number;
}

/** The nodes of a file that an element block needs. */
export interface ElementNodes {
  bodies: readonly ComparedBody[];
  callbacks: readonly CallbackNode[];
  /** Nodes that hold a function and its name. */
  functions: readonly number[];
}

/** Nodes of a callback that can be compared: the least value of `--min-near`. */
export const MIN_NODES = 12;

/** Creates the element block of a file from its canonical stream. */
export class ElementReader {
  readonly regions: Regions;
  readonly #rules: UnitRules;
  readonly #stream: StreamRules;
  readonly #noise: Noise;
  readonly #hashes: OpeningHashes;

  constructor(
    { copies, fingerprint = FINGERPRINT_VERSION }: Pick<LanguageData, 'copies' | 'fingerprint'>,
    stream: StreamRules,
    noise: Noise,
    names: NameTable,
  ) {
    this.#rules = new UnitRules(copies, names);
    this.#stream = stream;
    this.#noise = noise;
    this.regions = new Regions(this.#rules);
    this.#hashes = new OpeningHashes(fingerprint, this.#rules.languageClass);
  }

  /**
   * @param pass over the tree, with the regions; both are freed if they are large
   * @returns the block without hashes of units and callbacks, for `finishElements`
   */
  read(
    tree: FlatTree,
    pass: StreamPass,
    { bodies, callbacks, functions }: ElementNodes,
    positions: Positions,
  ): ElementBlock {
    const scanned = scanElements(pass.out, pass.identifiers, pass.lines);
    const openings = {
      ...this.#hashes.of(pass.out, scanned.openings),
      role: Uint8Array.from(scanned.openings.role),
      name: denseNames(scanned.openings.spelling),
    };
    pass.release();
    collectIfLarge(tree.source);
    const { opening, closings } = scanned;
    const ranges = new ElementRanges(this.regions, scanned);
    const block = {
      ...{ openings, opening, closings },
      units: this.#units(tree, ranges, functions, positions),
      bodies: bodiesOf(bodies, this.regions, ranges),
      callbacks: this.#callbacks(tree, callbacks, ranges, positions),
    };
    this.regions.begin([]);
    return block;
  }

  #callbacks(tree: FlatTree, found: readonly CallbackNode[], ranges: ElementRanges, positions: Positions): Callbacks {
    const regionOf = regionsOf(
      found.map(({ body }) => body),
      this.regions,
    );
    const rows = found.flatMap(({ node, body }) => {
      const region = regionOf.get(body);
      const isCompared =
        region !== undefined && ranges.count(region) > 0 && (this.regions.nodes[region] ?? 0) >= MIN_NODES;
      return isCompared ? [{ node, region }] : [];
    });
    const nodes = new Nodes(tree, this.#noise);
    const callbacks = newCallbacks(rows.length);
    for (const [at, { node, region }] of rows.entries()) {
      const start = tree.start[node] ?? 0;
      const end = Math.max(tree.end[node] ?? 0, start);
      callbacks.name[at] = callbackName(nodes, node);
      callbacks.first[at] = ranges.first(region);
      callbacks.count[at] = ranges.count(region);
      callbacks.lastClosings[at] = ranges.lastClosings(region);
      callbacks.nodes[at] = this.regions.nodes[region] ?? 0;
      callbacks.startLine[at] = positions.line(start);
      callbacks.endLine[at] = positions.line(Math.max(end - 1, start));
      callbacks.startByte[at] = positions.byte(start);
      callbacks.endByte[at] = positions.byte(end);
    }
    return callbacks;
  }

  #units(tree: FlatTree, ranges: ElementRanges, functions: readonly number[], positions: Positions): Units {
    const nodes = new Nodes(tree, this.#noise);
    const { regions } = this;
    const chosen: number[] = [];
    for (let region = 0; region < regions.count; region++) {
      if (!regions.isUnit[region] || ranges.count(region) === 0) continue;
      if (regions.isLine[region] || !this.#rules.isWeightless(nodes, regions.node[region] ?? 0)) chosen.push(region);
    }
    const units: Units = {
      ...newUnits(chosen.length),
      high: new Int32Array(chosen.length),
      low: new Int32Array(chosen.length),
      shapeHigh: new Int32Array(chosen.length),
      shapeLow: new Int32Array(chosen.length),
    };
    const alone = new Set(functions.map((node) => this.#rules.wrapperOf(tree, node)));
    for (const node of functions) alone.add(node);
    /** By parent: its last unit. */
    const last = new Map<number, number>();
    const around: number[] = [];
    const regionAround = () => chosen[around.at(-1) ?? 0] ?? 0;
    for (const [unit, region] of chosen.entries()) {
      const node = regions.node[region] ?? 0;
      const isLine = regions.isLine[region] === 1;
      while (around.length > 0 && regions.end(tree, regionAround()) <= node) around.pop();
      if (isLine && around.length > 0 && regions.isLineOfSameText(tree, regionAround(), region)) around.pop();
      else if (isLine) extend(units, around, endOfText(tree, tree.parent[node] ?? 0), positions);
      const start = (isLine ? regions.start[region] : tree.start[node]) ?? 0;
      const stop = Math.max((isLine ? regions.stop[region] : tree.end[node]) ?? 0, start);
      // No other unit has the same parent as one that is alone in its block.
      const parent = regions.isAlone[region] ? tree.count + node : (tree.parent[node] ?? -1);
      const before = last.get(parent);
      const follows =
        before !== undefined && (isLine || this.#areAdjacent(nodes, regions.node[chosen[before] ?? 0] ?? 0, node));
      units.first[unit] = ranges.first(region);
      units.count[unit] = ranges.count(region);
      units.lastClosings[unit] = ranges.lastClosings(region);
      units.nodes[unit] = regions.nodes[region] ?? 0;
      units.isFunction[unit] = alone.has(node) ? 1 : 0;
      units.previous[unit] = follows ? before : -1;
      units.parent[unit] = around.at(-1) ?? -1;
      units.startLine[unit] = positions.line(start);
      units.endLine[unit] = positions.line(Math.max(stop - 1, start));
      units.startByte[unit] = positions.byte(start);
      units.endByte[unit] = positions.byte(stop);
      last.set(parent, unit);
      around.push(unit);
    }
    return units;
  }

  /** Whether nothing between two siblings ends a sequence. */
  #areAdjacent(nodes: Nodes, before: number, after: number): boolean {
    const { tree } = nodes;
    const { dropped, droppedIn } = this.#stream;
    const above = droppedIn[tree.kind[tree.parent[after] ?? 0] ?? 0];
    for (let at = nodes.end(before); at < after; at = nodes.end(at)) {
      const kind = tree.kind[at] ?? 0;
      const isPassed =
        this.#rules.isSeparator(kind) ||
        tree.names.name(kind) === '~' ||
        dropped.has(kind) ||
        above?.has(kind) === true ||
        this.#rules.isWeightless(nodes, at);
      if (!isPassed) return false;
    }
    return true;
  }
}

/** Needs neither the tree nor its stream, so that those of a large file are freed before. */
export function finishElements(block: ElementBlock): Uint8Array {
  for (const hashed of [block.units, block.callbacks]) hashUnits(hashed, block);
  return encodeElementBlock(block);
}

/** The end of a text of lines in the source, with the delimiter after it. */
function endOfText({ parent, size, end }: FlatTree, text: number): number {
  const after = text + (size[text] ?? 1);
  return Math.max(end[text] ?? 0, parent[after] === parent[text] ? (end[after] ?? 0) : 0);
}

/** Extends the units around a text to its end, since a here-document begins after the rest of its line. */
function extend({ endByte, endLine }: Units, around: readonly number[], stop: number, positions: Positions): void {
  for (const unit of around) {
    if (positions.byte(stop) <= (endByte[unit] ?? 0)) continue;
    endByte[unit] = positions.byte(stop);
    endLine[unit] = positions.line(stop - 1);
  }
}

/** Regions as ranges of elements. */
class ElementRanges {
  readonly #regions: Regions;
  readonly #scanned: ScannedElements;

  constructor(regions: Regions, scanned: ScannedElements) {
    this.#regions = regions;
    this.#scanned = scanned;
  }

  first(region: number): number {
    return this.#at(this.#regions.from[region] ?? 0);
  }

  count(region: number): number {
    return this.#at(this.#regions.to[region] ?? 0) - this.first(region);
  }

  lastClosings(region: number): number {
    const to = this.#regions.to[region] ?? 0;
    // After a line feed there are none.
    return Math.max(0, to - (this.#scanned.end[this.#at(to) - 1] ?? to));
  }

  /** The first element that starts at or after an offset. */
  #at(offset: number): number {
    const { start } = this.#scanned;
    let [low, high] = [0, start.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((start[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function bodiesOf(compared: readonly ComparedBody[], regions: Regions, ranges: ElementRanges): Bodies {
  const regionOf = regionsOf(
    compared.map(({ body }) => body),
    regions,
  );
  const rows = compared.flatMap(({ declaration, body }) => {
    const region = regionOf.get(body);
    return region === undefined || ranges.count(region) === 0 ? [] : [{ declaration, region }];
  });
  return {
    declaration: Uint32Array.from(rows, (row) => row.declaration),
    first: Uint32Array.from(rows, ({ region }) => ranges.first(region)),
    count: Uint32Array.from(rows, ({ region }) => ranges.count(region)),
    lastClosings: Uint32Array.from(rows, ({ region }) => ranges.lastClosings(region)),
  };
}

/** The regions of some nodes, by node: a file has many more regions. */
function regionsOf(nodes: readonly number[], regions: Regions): Map<number, number> {
  const wanted = new Set(nodes);
  const found = new Map<number, number>();
  for (let region = 0; region < regions.count; region++) {
    const node = regions.node[region] ?? 0;
    if (wanted.has(node)) found.set(node, region);
  }
  return found;
}

/** Numbers spellings in order of appearance. */
function denseNames(spellings: readonly number[]): Uint32Array {
  const numbers = new Map<number, number>();
  return Uint32Array.from(spellings, (spelling) => {
    if (spelling < 0) return 0;
    let number = numbers.get(spelling);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(spelling, number);
    }
    return number;
  });
}
