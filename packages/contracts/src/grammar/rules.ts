import { choice, type Expression, type Rule, sequence } from './expression.ts';
import { printed } from './print.ts';

/** The largest bound of a repetition. llama.cpp refuses or ignores bounds above 2,000. */
const MAX_TIMES = 256;

/** The first rule. */
const ROOT = 'root';

/** The rules of a grammar. Equal expressions share a rule. */
export class Rules {
  /** Names by text. */
  readonly #names = new Map<string, string>();
  readonly #texts = new Map<string, string>();

  /** @param hint from which the name is built: letters, digits and hyphens are all that each dialect accepts */
  define(hint: string, expression: Expression): Rule {
    const text = printed(expression);
    const known = this.#names.get(text);
    if (known !== undefined) return { kind: 'rule', name: known };
    const base = kebab(hint);
    let name = base;
    for (let number = 2; this.#texts.has(name) || name === ROOT; number++) name = `${base}-${number}`;
    this.#names.set(text, name);
    this.#texts.set(name, text);
    return { kind: 'rule', name };
  }

  /**
   * An item between `min` and `max` times. More than 256 are composed from blocks, each a rule, so that any limit can be
   * expressed exactly.
   *
   * @param max Infinity if there is no limit
   */
  repeat(hint: string, item: Expression, min: number, max: number): Expression {
    if (min === 1 && max === 1) return item;
    const rule = item.kind === 'rule' ? item : this.define(hint, item);
    if (min <= MAX_TIMES && (max <= MAX_TIMES || max === Number.POSITIVE_INFINITY)) return times(rule, min, max);
    const exactly = min === 0 ? [] : [this.#exactly(rule, min)];
    return sequence(max === min ? exactly : [...exactly, this.#upTo(rule, max - min)]);
  }

  #exactly(rule: Rule, count: number): Expression {
    if (count <= MAX_TIMES) return times(rule, count, count);
    const size = blockSize(count);
    const [blocks, rest] = [Math.floor(count / size), count % size];
    const all = this.#exactly(this.#block(rule, size), blocks);
    return rest === 0 ? all : sequence([all, this.#exactly(rule, rest)]);
  }

  /** Blocks, then fewer items than a block has; or all blocks and the remainder. So each number has one derivation. */
  #upTo(rule: Rule, most: number): Expression {
    if (most <= MAX_TIMES || most === Number.POSITIVE_INFINITY) return times(rule, 0, most);
    const size = blockSize(most);
    const [blocks, rest] = [Math.floor(most / size), most % size];
    const block = this.#block(rule, size);
    const all = this.#exactly(block, blocks);
    const options = [
      sequence([this.#upTo(block, blocks - 1), this.#upTo(rule, size - 1)]),
      rest === 0 ? all : sequence([all, this.#upTo(rule, rest)]),
    ];
    return this.define(`${rule.name}-to-${most}`, choice(options));
  }

  #block(rule: Rule, size: number): Rule {
    return this.define(`${rule.name}-x${size}`, this.#exactly(rule, size));
  }

  /** The text of the grammar. */
  print(root: Expression): string {
    const lines = [...this.#texts].map(([name, text]) => `${name} ::= ${text}\n`);
    return `${ROOT} ::= ${printed(root)}\n${lines.join('')}`;
  }
}

function times(rule: Rule, min: number, max: number): Expression {
  return min === 1 && max === 1 ? rule : { kind: 'repetition', rule: rule.name, min, max };
}

/** As many blocks as items in a block. */
function blockSize(count: number): number {
  return Math.min(MAX_TIMES, Math.ceil(Math.sqrt(count)));
}

function kebab(hint: string): string {
  const name = hint
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(name) ? name : `r-${name}`;
}
