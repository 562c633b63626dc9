import type { Grammar, Node } from './read.ts';

/** What remains to be matched: a node, then the rest. Equal remainders are the same object. */
interface Rest {
  node: Node;
  next: Rest | undefined;
  /** The rests that continue with this one, by their node; created when needed. */
  before: Map<Node, Rest> | undefined;
}

/** Whether the grammar accepts the text. Follows all derivations at once, so its time is linear in the text. */
export function accepts(grammar: Grammar, text: string): boolean {
  const matcher = new Matcher(grammar);
  let current = matcher.start();
  for (const character of text) {
    current = matcher.step(current, character.codePointAt(0) ?? 0);
    if (current.rests.size === 0 && !current.isEnd) return false;
  }
  return current.isEnd;
}

interface State {
  /** Each starts with characters. */
  rests: Set<Rest>;
  isEnd: boolean;
}

class Matcher {
  readonly #grammar: Grammar;
  /** The rests after which the text ends. */
  readonly #last = new Map<Node, Rest>();
  /** Each repetition with one item less. */
  readonly #repetitions = new Map<Node, Node>();

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
  }

  start(): State {
    return this.#closure([this.#rest({ kind: 'rule', name: 'root' }, undefined)]);
  }

  step({ rests }: State, point: number): State {
    const next: (Rest | undefined)[] = [];
    for (const rest of rests) {
      if (rest.node.kind === 'characters' && rest.node.accepts(point)) next.push(rest.next);
    }
    return this.#closure(next);
  }

  /** Expands each rest until it starts with characters. */
  #closure(open: (Rest | undefined)[]): State {
    const state: State = { rests: new Set(), isEnd: false };
    const seen = new Set<Rest | undefined>();
    while (open.length > 0) {
      const rest = open.pop();
      if (seen.has(rest)) continue;
      seen.add(rest);
      if (rest === undefined) state.isEnd = true;
      else if (rest.node.kind === 'characters') state.rests.add(rest);
      else open.push(...this.#expanded(rest.node, rest.next));
    }
    return state;
  }

  #expanded(node: Node, next: Rest | undefined): (Rest | undefined)[] {
    switch (node.kind) {
      case 'rule': {
        const right = this.#grammar.get(node.name);
        return right === undefined ? [] : [this.#rest(right, next)];
      }
      case 'choice':
        return node.options.map((option) => this.#rest(option, next));
      case 'sequence':
        return [node.items.reduceRight<Rest | undefined>((rest, item) => this.#rest(item, rest), next)];
      case 'repetition': {
        const again = node.max === 0 ? [] : [this.#rest(node.item, this.#rest(this.#fewer(node), next))];
        return node.min > 0 ? again : [next, ...again];
      }
      default:
        return [];
    }
  }

  #fewer(node: Node & { kind: 'repetition' }): Node {
    const { item, min, max } = node;
    if (min === 0 && max === Number.POSITIVE_INFINITY) return node;
    const known = this.#repetitions.get(node);
    if (known !== undefined) return known;
    const fewer: Node = { kind: 'repetition', item, min: Math.max(0, min - 1), max: max - 1 };
    this.#repetitions.set(node, fewer);
    return fewer;
  }

  #rest(node: Node, next: Rest | undefined): Rest {
    const siblings = next === undefined ? this.#last : (next.before ?? new Map());
    if (next !== undefined) next.before = siblings;
    const known = siblings.get(node);
    if (known !== undefined) return known;
    const rest: Rest = { node, next, before: undefined };
    siblings.set(node, rest);
    return rest;
  }
}
