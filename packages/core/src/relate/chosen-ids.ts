import type { DeclarationFacts } from '#parse/facts.ts';

const FILTER_BITS = 15;

/**
 * A set of declaration ids. Few declarations of a project are in it, and an id is joined from path, name and line only when
 * it is compared: so a filter by its line and length excludes most others before.
 */
export class ChosenIds {
  readonly #ids: ReadonlySet<string>;
  readonly #filter = new Uint8Array(1 << FILTER_BITS);

  constructor(ids: Iterable<string>) {
    this.#ids = new Set(ids);
    for (const id of this.#ids) this.#filter[slotOf(lineOf(id), id.length)] = 1;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string, { start_line }: Pick<DeclarationFacts, 'start_line'>): boolean {
    return this.#filter[slotOf(start_line, id.length)] === 1 && this.#ids.has(id);
  }
}

function slotOf(line: number, length: number): number {
  return Math.imul(line * 1024 + length, 0x9e3779b1) >>> (32 - FILTER_BITS);
}

/** The line in an id, `<path>#<qualified_name>@<line>` or with `:<number>` after it. */
function lineOf(id: string): number {
  return Number.parseInt(id.slice(id.lastIndexOf('@') + 1), 10);
}
