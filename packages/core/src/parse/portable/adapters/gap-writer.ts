import type { TreeBuilder } from './tree-builder.ts';

/**
 * Adds source that tree-sitter's tree lacks: source in an inner node that no child covers becomes a leaf `~`, because
 * otherwise `"a\n"` and `"b\n"`, or two here-documents, would have equal trees. Blank gaps (including
 * backslash-newline) are dropped except in kinds with significant text.
 */
export class GapWriter {
  readonly #builder: TreeBuilder;
  readonly #gap: number;
  readonly #textKinds: ReadonlySet<number>;
  #source = '';
  #covered = new Uint32Array(1 << 10);
  #inner = new Uint8Array(1 << 10);

  constructor(builder: TreeBuilder, textKinds: ReadonlySet<number>) {
    this.#builder = builder;
    this.#gap = builder.names.id('~');
    this.#textKinds = textKinds;
  }

  begin(source: string): void {
    this.#source = source;
  }

  /** A child of `above` is about to be written at `start`. */
  before(above: number, start: number): void {
    if (above < 0) return;
    this.#inner[above] = 1;
    this.#write(above, start);
  }

  /** `node` was written below `above`. */
  opened(node: number, above: number): void {
    if (node >= this.#covered.length) this.#grow();
    const { start, end } = this.#builder;
    this.#covered[node] = start[node] ?? 0;
    this.#inner[node] = 0;
    if (above >= 0) this.#covered[above] = Math.max(this.#covered[above] ?? 0, end[node] ?? 0);
  }

  /** All children of `node` are written. */
  closed(node: number): void {
    if (this.#inner[node] === 1) this.#write(node, this.#builder.end[node] ?? 0);
  }

  #write(node: number, to: number): void {
    const from = this.#covered[node] ?? 0;
    if (from >= to) return;
    this.#covered[node] = to;
    const builder = this.#builder;
    if (!this.#textKinds.has(builder.kind[node] ?? 0) && isBlank(this.#source, from, to)) return;
    const gap = builder.push(this.#gap, 0, from, to, node);
    if (gap >= this.#covered.length) this.#grow();
    this.#inner[gap] = 0;
  }

  #grow(): void {
    const covered = new Uint32Array(this.#covered.length * 2);
    covered.set(this.#covered);
    this.#covered = covered;
    const inner = new Uint8Array(this.#inner.length * 2);
    inner.set(this.#inner);
    this.#inner = inner;
  }
}

/** Spaces, tabs, line ends, form feeds and backslash-newline. */
function isBlank(source: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const unit = source.charCodeAt(i);
    if (unit === 32 || (unit >= 9 && unit <= 13)) continue;
    const next = source.charCodeAt(i + 1);
    if (unit === 92 && i + 1 < to && (next === 10 || next === 13)) continue;
    return false;
  }
  return true;
}
