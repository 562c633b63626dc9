import { join } from 'node:path';
import { decodeElementBlock, type ElementBlock } from '@analyzer/core/parse/elements/element-block.ts';
import type { ParseMode } from '@analyzer/core/parse/engine.ts';
import { PortableParser } from '@analyzer/core/parse/portable/parse.ts';
import { gramsOf } from '@analyzer/core/relate/copies/gram-windows.ts';
import { LANGUAGES } from '../../corpus/files.ts';
import { REPOSITORY } from '../../folders.ts';
import type { Range } from './outline.ts';

/** Size of code as the definition of similar code counts it (docs/use/copies.md). */
export interface Size {
  nodes: number;
  /** Different 5-grams. */
  grams: number;
  elements: number;
}

/** Reads sizes with the engine: the limits of the benchmark are in its terms. */
export class Sizes {
  readonly #parser: PortableParser;

  private constructor(parser: PortableParser) {
    this.#parser = parser;
  }

  static async load(): Promise<Sizes> {
    return new Sizes(await PortableParser.load(LANGUAGES, join(REPOSITORY, 'languages/grammars')));
  }

  /** @returns undefined if the program has errors or no function */
  read(source: string, mode: ParseMode): SizedProgram | undefined {
    const job = { path: 'function', mode, bytes: Buffer.from(source), elements: true as const };
    const outcome = this.#parser.parse(job, { tokens: false, deadline: Infinity });
    if (outcome.status !== 'analyzed' || outcome.facts.elements === undefined) return undefined;
    const { declarations, elements } = outcome.facts;
    const block = decodeElementBlock(elements);
    const declaration = declarations.findIndex(({ function_body }) => function_body !== undefined);
    const body = block.bodies.declaration.indexOf(declaration);
    if (declaration < 0 || body < 0) return undefined;
    return new SizedProgram(source, block, body, declarations[declaration]?.nodes ?? 0);
  }
}

/** The first function of a program. */
export class SizedProgram {
  readonly function: Size;
  readonly #block: ElementBlock;
  /** Units by range in bytes; a unit comes after those around it. */
  readonly #units = new Map<string, number>();
  readonly #source: string;

  constructor(source: string, block: ElementBlock, body: number, nodes: number) {
    this.#source = source;
    this.#block = block;
    const { first, count, lastClosings } = block.bodies;
    this.function = this.#size(nodes, first[body] ?? 0, count[body] ?? 0, lastClosings[body] ?? 0);
    for (const [unit, start] of block.units.startByte.entries()) {
      this.#units.set(`${start} ${block.units.endByte[unit]}`, unit);
    }
  }

  /** @returns undefined if the engine has other statements */
  statements(ranges: readonly Range[]): Size | undefined {
    const units = ranges.map((range) => this.#unitAt(range));
    const [first, last] = [units[0], units.at(-1)];
    if (first === undefined || last === undefined || units.includes(undefined)) return undefined;
    const { units: columns } = this.#block;
    const start = columns.first[first] ?? 0;
    const end = (columns.first[last] ?? 0) + (columns.count[last] ?? 0);
    const nodes = units.reduce<number>((sum, unit) => sum + (columns.nodes[unit ?? 0] ?? 0), 0);
    return this.#size(nodes, start, end - start, columns.lastClosings[last] ?? 0);
  }

  #unitAt({ from, to }: Range): number | undefined {
    const [start, end] = [from, to].map((at) => Buffer.byteLength(this.#source.slice(0, at)));
    return this.#units.get(`${start} ${end}`) ?? this.#units.get(`${start} ${(end ?? 0) - 1}`);
  }

  #size(nodes: number, first: number, count: number, lastClosings: number): Size {
    return { nodes, grams: gramsOf(this.#block, { first, count, lastClosings }).size, elements: count };
  }
}
