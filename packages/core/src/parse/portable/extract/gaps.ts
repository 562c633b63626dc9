import type { FlatTree } from '../flat-tree.ts';
import type { GapRule } from './stream-rules.ts';

/** Blanks, line ends and continued lines. */
const LAYOUT = /^(?:[ \t\n]|\\\n)*$/;
const CONTINUED = /\\\n/g;
/** Ends a word by itself. */
const BETWEEN_WORDS = /[;&|<>()]/;

/**
 * What stands between two nodes although the parser takes it for layout: a shell tells words and lines by it. Kept
 * while a tree is walked in order.
 */
export class Gaps {
  readonly #rule: GapRule;
  /** First node behind the command that ends with its line. */
  #lineEnd = 0;
  #covered = 0;

  constructor(rule: GapRule) {
    this.#rule = rule;
  }

  begin(): void {
    this.#lineEnd = 0;
    this.#covered = 0;
  }

  /** A node's text is behind us. */
  passed(tree: FlatTree, node: number): void {
    this.#covered = tree.end[node] ?? 0;
  }

  /** What of the gap before a node counts; undefined when it is layout. */
  before(tree: FlatTree, node: number): string | undefined {
    const start = tree.start[node] ?? 0;
    const from = this.#covered;
    if (start < from) return undefined;
    const parent = tree.parent[node] ?? -1;
    const above = tree.kind[parent] ?? 0;
    const rule = this.#rule;
    const only = rule.singleLineWith[tree.kind[node] ?? 0];
    if (only !== undefined && tree.kind[node + 1] === only) {
      this.#lineEnd = Math.max(this.#lineEnd, node + (tree.size[node] ?? 1));
    }
    if (start === from) return parent >= 0 && this.#lacksBlank(tree, node, parent) ? '' : undefined;
    this.#covered = start;
    const gap = tree.source.slice(from, start);
    if (!LAYOUT.test(gap)) return gap.replace(/[ \t\n\\]/g, '');
    if (rule.tight.has(above)) return gap;
    const joined = gap.replace(CONTINUED, '');
    if (joined === '') return joins(tree.source, from, start) ? '\\' : undefined;
    const isLine = rule.singleLine.has(above) || node < this.#lineEnd;
    return isLine && joined.includes('\n') ? '\n' : undefined;
  }

  #lacksBlank(tree: FlatTree, node: number, parent: number): boolean {
    const spaced = this.#rule.spaced[tree.kind[parent] ?? 0];
    if (spaced === undefined || node === parent + 1) return false;
    return (
      spaced.before.has(tree.kind[node] ?? 0) || (node === parent + 2 && spaced.after.has(tree.kind[parent + 1] ?? 0))
    );
  }
}

/** Whether a line break between two nodes, behind a backslash, makes one word of them. */
function joins(source: string, from: number, to: number): boolean {
  return !BETWEEN_WORDS.test(source.charAt(from - 1)) && !BETWEEN_WORDS.test(source.charAt(to));
}
