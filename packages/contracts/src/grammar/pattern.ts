import { ALL, type CharacterSet, complement, inJson, union } from './character-set.ts';
import { choice, type Expression, type Range, sequence } from './expression.ts';
import type { Rules } from './rules.ts';

const DIGITS: CharacterSet = [[0x30, 0x39]];
const WORD = union([
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]);
const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: DIGITS,
  D: complement(DIGITS),
  w: WORD,
  W: complement(WORD),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/**
 * The content of a JSON string that matches a regular expression: anchored, with classes, groups, alternatives and
 * quantifiers. Lookarounds, back references and property escapes are not supported.
 *
 * @throws RangeError for an unsupported expression
 */
export function patternExpression(pattern: string, rules: Rules): Expression {
  return new PatternReader(pattern, rules).read();
}

class PatternReader {
  readonly #characters: readonly string[];
  readonly #rules: Rules;
  #at = 0;

  constructor(pattern: string, rules: Rules) {
    if (!pattern.startsWith('^') || !pattern.endsWith('$')) {
      throw new RangeError(`pattern ${pattern} is not anchored with ^ and $`);
    }
    this.#characters = [...pattern.slice(1, -1)];
    this.#rules = rules;
  }

  read(): Expression {
    const all = this.#alternatives(0);
    if (this.#next() !== undefined) throw this.#unsupported();
    return all;
  }

  /** @param depth of groups */
  #alternatives(depth: number): Expression {
    if (depth > 50) throw this.#unsupported();
    const options = [this.#items(depth)];
    // Alternatives outside a group would not be anchored.
    while (depth > 0 && this.#skip('|')) options.push(this.#items(depth));
    return choice(options);
  }

  #items(depth: number): Expression {
    const items: Expression[] = [];
    for (let next = this.#next(); next !== undefined && next !== '|' && next !== ')'; next = this.#next()) {
      items.push(this.#quantified(this.#item(depth)));
    }
    if (items.length === 0) throw this.#unsupported();
    return sequence(items);
  }

  #item(depth: number): Expression {
    if (this.#skip('(')) {
      if (this.#skip('?') && !this.#skip(':')) throw this.#unsupported();
      const group = this.#alternatives(depth + 1);
      if (!this.#skip(')')) throw this.#unsupported();
      return group;
    }
    if (this.#skip('[')) return inJson(this.#class());
    const character = this.#take();
    if (character === '.')
      return inJson(
        complement(
          union([
            [0x0a, 0x0a],
            [0x0d, 0x0d],
            [0x2028, 0x2029],
          ]),
        ),
      );
    if (character === '\\') return inJson(this.#escape());
    if ('^$*+?{}]'.includes(character)) throw this.#unsupported();
    return inJson(only(character));
  }

  #quantified(item: Expression): Expression {
    const bounds = this.#bounds();
    if (bounds === undefined) return item;
    const [min, max] = bounds;
    if (this.#next() === '?' || max < min || max === 0) throw this.#unsupported();
    return this.#rules.repeat('part', item, min, max);
  }

  #bounds(): readonly [min: number, max: number] | undefined {
    if (this.#skip('?')) return [0, 1];
    if (this.#skip('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.#skip('+')) return [1, Number.POSITIVE_INFINITY];
    if (!this.#skip('{')) return undefined;
    const min = this.#number();
    const max = this.#skip(',') ? (this.#next() === '}' ? Number.POSITIVE_INFINITY : this.#number()) : min;
    if (!this.#skip('}')) throw this.#unsupported();
    return [min, max];
  }

  #number(): number {
    let digits = '';
    while (/^\d$/.test(this.#next() ?? '')) digits += this.#take();
    if (digits === '') throw this.#unsupported();
    return Number(digits);
  }

  #class(): CharacterSet {
    const isNegated = this.#skip('^');
    const ranges: Range[] = [];
    while (!this.#skip(']')) {
      const set = this.#classItem();
      const [[first, last] = []] = set;
      if (this.#next() !== '-' || this.#characters[this.#at + 1] === ']') {
        ranges.push(...set);
        continue;
      }
      this.#take();
      const [[end] = []] = this.#classItem();
      if (first === undefined || first !== last || end === undefined || end < first) throw this.#unsupported();
      ranges.push([first, end]);
    }
    if (ranges.length === 0) throw this.#unsupported();
    return isNegated ? complement(union(ranges)) : union(ranges);
  }

  #classItem(): CharacterSet {
    const character = this.#take();
    return character === '\\' ? this.#escape() : only(character);
  }

  /** After the backslash. */
  #escape(): CharacterSet {
    const character = this.#take();
    const set = CLASSES[character];
    if (set !== undefined) return set;
    const control = CONTROLS[character];
    if (control !== undefined) return [[control, control]];
    if (character === 'u' || character === 'x') {
      const hex = Array.from({ length: character === 'u' ? 4 : 2 }, () => this.#take()).join('');
      if (!/^[\da-f]+$/i.test(hex)) throw this.#unsupported();
      const point = Number.parseInt(hex, 16);
      return [[point, point]];
    }
    if (/^\w$/.test(character)) throw this.#unsupported();
    return only(character);
  }

  #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(): string {
    const character = this.#next();
    if (character === undefined) throw this.#unsupported();
    this.#at++;
    return character;
  }

  #skip(character: string): boolean {
    if (this.#next() !== character) return false;
    this.#at++;
    return true;
  }

  #unsupported(): RangeError {
    return new RangeError(`the grammar does not support the pattern ^${this.#characters.join('')}$ at ${this.#at + 1}`);
  }
}

function only(character: string): CharacterSet {
  const point = character.codePointAt(0) ?? 0;
  return [[point, point]];
}

/** Any character of a JSON string. */
export function anyCharacter(): Expression {
  return inJson(ALL);
}
