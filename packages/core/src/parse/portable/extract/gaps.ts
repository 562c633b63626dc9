import type { FlatTree } from '../flat-tree.ts';
import type { GapRule } from './stream-rules.ts';

/** Blanks, line ends and continued lines. */
const LAYOUT = /^(?:[ \t\n]|\\\n)*$/;
const CONTINUED = /\\\n/g;
const BLANKS = /[ \t\n]+/g;
/** Ends a word by itself. */
const BETWEEN_WORDS = /[;&|<>()]/;
const NOT = '!';

/**
 * What stands between two nodes although the parser takes it for layout: a shell tells words and lines by it. Kept
 * while a tree is walked in order.
 */
export class Gaps {
  readonly #rule: GapRule;
  /** First node behind the command that ends with its line. */
  #lineEnd = 0;
  #covered = 0;
  /** The open nodes that say whether blanks part words below them: where each ends, and whether they do. */
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

  /** A node's text is behind us. */
  passed(tree: FlatTree, node: number): void {
    this.#covered = tree.end[node] ?? 0;
  }

  /** What of the gap before a node that is left out, as one that ends a line, counts; undefined when it is layout. */
  beforeDropped(tree: FlatTree, node: number): string | undefined {
    const start = tree.start[node] ?? 0;
    const gap = start > this.#covered ? tree.source.slice(this.#covered, start) : '';
    if (!LAYOUT.test(gap)) return `${letters(gap)}\n`;
    // No comment, but a part of the word before it.
    const isJoined = gap !== '' && gap.replace(CONTINUED, '') === '' && joins(tree.source, this.#covered, start);
    return isJoined ? '\\' : undefined;
  }

  /** What of the gap before a node counts; undefined when it is layout. */
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

  /** Whether two words are one because no blank stands between them. */
  #lacksBlank(tree: FlatTree, node: number, parent: number): boolean {
    const { words } = this.#rule;
    if (node === parent + 1 || !words.within.has(tree.kind[parent] ?? 0)) return false;
    if (this.#areWords[this.#areWords.length - 1] !== true) return false;
    const at = tree.start[node] ?? 0;
    const before = tree.source.charAt(at - 1);
    if (before === NOT) return true;
    return !BETWEEN_WORDS.test(before) && !BETWEEN_WORDS.test(tree.source.charAt(at));
  }

  /** Blanks part words in a test, and not in what it computes or runs. */
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

/** A gap with what a shell takes for letters: a carriage return, a form feed. */
function letters(gap: string): string {
  return gap.replace(CONTINUED, '').replace(BLANKS, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}

/** Whether a line break between two nodes, behind a backslash, makes one word of them. */
function joins(source: string, from: number, to: number): boolean {
  return !BETWEEN_WORDS.test(source.charAt(from - 1)) && !BETWEEN_WORDS.test(source.charAt(to));
}
