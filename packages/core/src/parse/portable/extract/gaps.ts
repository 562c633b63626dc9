import type { FlatTree } from '../flat-tree.ts';
import type { GapRule } from './stream-rules.ts';

/** Blanks, line ends and continued lines. */
const LAYOUT = /^(?:[ \t\n]|\\\n)*$/;
const CONTINUED = /\\\n/g;
const BLANKS = /[ \t\n]+/g;
/** Characters that end a word. */
const BETWEEN_WORDS = /[;&|<>()]/;
const NOT = '!';

/**
 * Source between two nodes that is layout to the parser, but separates words or lines in a shell. Used during a walk of
 * the tree in order.
 */
export class Gaps {
  readonly #rule: GapRule;
  /** First node after the command that ends with its line. */
  #lineEnd = 0;
  #covered = 0;
  /** Open nodes that determine whether blanks separate words in them: their ends, and whether they do. */
  #wordEnds: number[] = [];
  #areWords: boolean[] = [];

  constructor(rule: GapRule) {
    this.#rule = rule;
  }

  begin(): void {
    this.#lineEnd = 0;
    this.#covered = 0;
    this.#wordEnds = [];
    this.#areWords = [];
  }

  /** Called after a node's text. */
  passed(tree: FlatTree, node: number): void {
    this.#covered = tree.end[node] ?? 0;
  }

  /** The significant part of the gap before a dropped node, such as one that ends a line; undefined for layout. */
  beforeDropped(tree: FlatTree, node: number): string | undefined {
    const start = tree.start[node] ?? 0;
    const gap = start > this.#covered ? tree.source.slice(this.#covered, start) : '';
    if (!LAYOUT.test(gap)) return `${letters(gap)}\n`;
    // Not a comment, but a part of the previous word.
    const isJoined = gap !== '' && gap.replace(CONTINUED, '') === '' && joins(tree.source, this.#covered, start);
    return isJoined ? '\\' : undefined;
  }

  /** The significant part of the gap before a node; undefined for layout. */
  before(tree: FlatTree, node: number): string | undefined {
    this.#enter(tree, node);
    const start = tree.start[node] ?? 0;
    const from = this.#covered;
    if (start < from) return undefined;
    const parent = tree.parent[node] ?? -1;
    const above = tree.kind[parent] ?? 0;
    const rule = this.#rule;
    const isLine = rule.singleLine.has(above) || node < this.#lineEnd;
    const only = rule.singleLineWith[tree.kind[node] ?? 0];
    if (only !== undefined && tree.kind[node + 1] === only) {
      this.#lineEnd = Math.max(this.#lineEnd, node + (tree.size[node] ?? 1));
    }
    if (start === from) return parent >= 0 && this.#lacksBlank(tree, node, parent) ? '' : undefined;
    this.#covered = start;
    const gap = tree.source.slice(from, start);
    if (!LAYOUT.test(gap)) return letters(gap);
    if (rule.tight.has(above) || this.#isTightWord(tree, node, above)) return gap;
    const joined = gap.replace(CONTINUED, '');
    if (joined === '') return joins(tree.source, from, start) ? '\\' : undefined;
    return isLine && joined.includes('\n') ? '\n' : undefined;
  }

  /** Whether two words are joined because there is no blank between them. */
  #lacksBlank(tree: FlatTree, node: number, parent: number): boolean {
    const { words } = this.#rule;
    if (node === parent + 1 || !words.within.has(tree.kind[parent] ?? 0)) return false;
    if (this.#areWords[this.#areWords.length - 1] !== true) return false;
    const at = tree.start[node] ?? 0;
    const before = tree.source.charAt(at - 1);
    if (before === NOT) return true;
    return !BETWEEN_WORDS.test(before) && !BETWEEN_WORDS.test(tree.source.charAt(at));
  }

  /** Blanks separate words in a test, but not in its arithmetic and commands. */
  #enter(tree: FlatTree, node: number): void {
    while ((this.#wordEnds[this.#wordEnds.length - 1] ?? Number.POSITIVE_INFINITY) <= node) {
      this.#wordEnds.pop();
      this.#areWords.pop();
    }
    const { words } = this.#rule;
    const kind = tree.kind[node] ?? 0;
    const openers = words.openers[kind];
    if (openers === undefined && (this.#wordEnds.length === 0 || !words.apart.has(kind))) return;
    this.#wordEnds.push(node + (tree.size[node] ?? 1));
    this.#areWords.push(openers?.has(tree.kind[node + 1] ?? 0) ?? false);
  }

  /** `[@]` means all, `[ @]` does not. */
  #isTightWord(tree: FlatTree, node: number, above: number): boolean {
    const words = this.#rule.tightWords[above];
    return words !== undefined && (words.has(tree.text(node)) || words.has(tree.text(node - 1)));
  }
}

/** A gap with characters that a shell treats as letters: a carriage return, a form feed. */
function letters(gap: string): string {
  return gap.replace(CONTINUED, '').replace(BLANKS, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** Whether a line break between two nodes, after a backslash, joins them to one word. */
function joins(source: string, from: number, to: number): boolean {
  return !BETWEEN_WORDS.test(source.charAt(from - 1)) && !BETWEEN_WORDS.test(source.charAt(to));
}
