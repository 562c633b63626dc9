import type { Language, Tree } from 'web-tree-sitter';
import type { GapWriter } from './gap-writer.ts';
import type { TreeBuilder } from './tree-builder.ts';
import { addressOf, type LanguageTables, languageTables, type WasmHeap } from './wasm-heap.ts';

const ERROR = 0xffff;
const ERROR_REPEAT = 0xfffe;
const FRAME = 8;

/** Converts a tree to flat columns directly from WASM memory. Fields and aliases follow `tree_cursor.c`. */
export class HeapWalk {
  readonly #heap: WasmHeap;
  readonly #language: Language;
  readonly #kinds: (symbol: number, named: boolean) => number;
  readonly #fields: (field: number) => number;
  #tables: LanguageTables | undefined;
  /**
   * Frames of `FRAME` words: remaining children, next child, index among non-extra children, position, production,
   * field, node.
   */
  #stack = new Int32Array(FRAME * 256);

  constructor(
    heap: WasmHeap,
    language: Language,
    kinds: (symbol: number, named: boolean) => number,
    fields: (field: number) => number,
  ) {
    this.#heap = heap;
    this.#language = language;
    this.#kinds = kinds;
    this.#fields = fields;
  }

  walk(tree: Tree, builder: TreeBuilder, gaps: GapWriter): void {
    const heap = this.#heap;
    heap.refresh();
    this.#tables ??= languageTables(heap, this.#language);
    const tables = this.#tables;
    const { u8, u16, u32 } = heap;
    const root = addressOf(tree);
    let depth = -1;
    let stack = this.#stack;

    // One subtree at a time: `at` is the address of its 8-byte cell, and the loop below visits the children.
    let at = root;
    let position = 0;
    let alias = 0;
    let field = 0;
    let isRoot = true;
    let above = -1;
    for (;;) {
      const word = u32[at >> 2] ?? 0;
      const inline = (word & 1) === 1;
      let symbol: number;
      let visible: boolean;
      let named: boolean;
      let missing: boolean;
      let padding: number;
      let size: number;
      let children = 0;
      if (inline) {
        visible = (word & 2) !== 0;
        named = (word & 4) !== 0;
        missing = (word & 32) !== 0;
        symbol = (word >>> 8) & 0xff;
        padding = u8[at + 6] ?? 0;
        size = u8[at + 7] ?? 0;
      } else {
        const flags = u16[(word + 44) >> 1] ?? 0;
        visible = (flags & 1) !== 0;
        named = (flags & 2) !== 0;
        missing = (flags & 0x200) !== 0;
        symbol = u16[(word + 40) >> 1] ?? 0;
        padding = u32[(word + 4) >> 2] ?? 0;
        size = u32[(word + 16) >> 2] ?? 0;
        children = u32[(word + 36) >> 2] ?? 0;
      }
      if (alias !== 0) {
        symbol = alias;
        visible = true;
        named = (u8[tables.metadata + alias * 3 + 1] ?? 0) !== 0;
      } else if (symbol !== ERROR && symbol !== ERROR_REPEAT) {
        symbol = u16[(tables.publicSymbols >> 1) + symbol] ?? 0;
      }
      const start = position + padding;
      let node = above;
      if (visible || isRoot) {
        gaps.before(above, start >> 1);
        node = builder.push(this.#kinds(symbol, named), this.#fields(field), start >> 1, (start + size) >> 1, above);
        if (symbol === ERROR || missing) builder.broken[node] = 1;
        gaps.opened(node, above);
      }
      isRoot = false;
      if (children > 0) {
        depth++;
        const frame = depth * FRAME;
        if (frame + FRAME > stack.length) {
          const larger = new Int32Array(stack.length * 2);
          larger.set(stack);
          stack = larger;
          this.#stack = larger;
        }
        stack[frame] = children;
        stack[frame + 1] = word - children * 8;
        stack[frame + 2] = 0;
        // Children start where their parent's padding starts: a parent's padding is that of its first child.
        stack[frame + 3] = position;
        stack[frame + 4] = u16[(word + 66) >> 1] ?? 0;
        stack[frame + 5] = node === above || !visible ? field : 0;
        stack[frame + 6] = node;
        stack[frame + 7] = visible && node !== above ? 1 : 0;
      }

      // The next child of the innermost frame with children.
      let next = false;
      while (depth >= 0) {
        const frame = depth * FRAME;
        const left = stack[frame] ?? 0;
        if (left === 0) {
          if (stack[frame + 7] === 1) gaps.closed(stack[frame + 6] ?? 0);
          depth--;
          continue;
        }
        next = true;
        stack[frame] = left - 1;
        at = stack[frame + 1] ?? 0;
        stack[frame + 1] = at + 8;
        position = stack[frame + 3] ?? 0;
        above = stack[frame + 6] ?? 0;
        const cell = u32[at >> 2] ?? 0;
        const childInline = (cell & 1) === 1;
        const childExtra = childInline ? (cell & 8) !== 0 : ((u16[(cell + 44) >> 1] ?? 0) & 4) !== 0;
        stack[frame + 3] = childInline
          ? position + (u8[at + 6] ?? 0) + (u8[at + 7] ?? 0)
          : position + (u32[(cell + 4) >> 2] ?? 0) + (u32[(cell + 16) >> 2] ?? 0);
        alias = 0;
        field = 0;
        if (!childExtra) {
          const childIndex = stack[frame + 2] ?? 0;
          stack[frame + 2] = childIndex + 1;
          const production = stack[frame + 4] ?? 0;
          if (production !== 0) {
            alias = u16[(tables.aliases >> 1) + production * tables.maxAliases + childIndex] ?? 0;
          }
          field = directField(u16, u32, u8, tables, production, childIndex);
          if (field === 0) field = stack[frame + 5] ?? 0;
        }
        break;
      }
      if (!next) return;
    }
  }
}

/** The field of a production's child at an index, 0 for none; inherited entries belong to deeper nodes. */
function directField(
  u16: Uint16Array,
  u32: Uint32Array,
  u8: Uint8Array,
  tables: LanguageTables,
  production: number,
  childIndex: number,
): number {
  const slice = u32[(tables.fieldSlices >> 2) + production] ?? 0;
  const first = slice & 0xffff;
  const length = slice >>> 16;
  for (let i = 0; i < length; i++) {
    const entry = tables.fieldEntries + (first + i) * 4;
    if (u8[entry + 2] === childIndex && u8[entry + 3] === 0) return u16[entry >> 1] ?? 0;
  }
  return 0;
}
