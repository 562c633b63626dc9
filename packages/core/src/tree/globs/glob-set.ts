import { type Glob, lastName } from './glob.ts';

interface Rule<Value> {
  glob: Glob;
  value: Value;
}

interface Subject {
  path: string;
  /** Its last segment. */
  name: string;
  isDirectory: boolean;
}

/**
 * Ordered globs, of which the first match counts. Plain names and `*.suffix`, which most globs are (possibly with
 * braces), are found by lookup, so that hundreds of globs cost little more than one.
 */
export class GlobSet<Value> {
  readonly #rules: Rule<Value>[] = [];
  readonly #byName = new Map<string, number[]>();
  readonly #byEnding = new Map<string, number[]>();
  /** Globs without a finite set of names, by the last part of their suffixes: `.js` for `*_test.js`. */
  readonly #byLastPart = new Map<string, number[]>();
  readonly #others: number[] = [];

  add(glob: Glob, value: Value): void {
    const index = this.#rules.push({ glob, value }) - 1;
    const { names, endings } = glob.lookups;
    for (const name of names) append(this.#byName, name, index);
    for (const ending of endings) append(this.#byEnding, ending, index);
    if (names.length + endings.length > 0) return;
    const parts = new Set(glob.endings.map((ending) => ending.slice(lastDot(ending))));
    if (glob.endings.every((ending) => ending.includes('.'))) {
      for (const part of parts) append(this.#byLastPart, part, index);
    } else this.#others.push(index);
  }

  /** @param path relative to the root, `/` as separator */
  first(path: string, isDirectory: boolean): Rule<Value> | undefined {
    const name = lastName(path);
    const subject = { path, name, isDirectory };
    let best = this.#firstOf(this.#byName.get(name), subject, this.#rules.length);
    if (this.#byEnding.size > 0) {
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        best = this.#firstOf(this.#byEnding.get(name.slice(dot)), subject, best);
      }
    }
    if (this.#byLastPart.size > 0) best = this.#firstOf(this.#byLastPart.get(name.slice(lastDot(name))), subject, best);
    return this.#rules[this.#firstOf(this.#others, subject, best)];
  }

  /** The first of the rules that matches and comes before `best`, else `best`. */
  #firstOf(indexes: readonly number[] | undefined, { path, name, isDirectory }: Subject, best: number): number {
    if (indexes === undefined) return best;
    for (let at = 0; at < indexes.length; at++) {
      const index = indexes[at] ?? best;
      if (index >= best) return best;
      if (this.#rules[index]?.glob.matches(path, isDirectory, name) === true) return index;
    }
    return best;
  }
}

function lastDot(text: string): number {
  return Math.max(0, text.lastIndexOf('.'));
}

function append(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}
