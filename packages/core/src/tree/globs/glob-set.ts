import { type Glob, lastName } from './glob.ts';
import { spellings } from './spellings.ts';

interface Rule<Value> {
  glob: Glob;
  value: Value;
}

/**
 * Globs in order, of which the first that matches counts. Plain names and `*.ending`, which most globs are or spell in
 * braces, are found by look-up, so that hundreds of globs cost a path little more than one.
 */
export class GlobSet<Value> {
  readonly #rules: Rule<Value>[] = [];
  readonly #byName = new Map<string, number[]>();
  readonly #byEnding = new Map<string, number[]>();
  /** Those that have no end of names, by the last part of their endings: `.js` for `*_test.js`. */
  readonly #byLastPart = new Map<string, number[]>();
  readonly #others: number[] = [];

  add(glob: Glob, value: Value): void {
    const index = this.#rules.push({ glob, value }) - 1;
    const { names, endings } = lookups(glob);
    for (const name of names) append(this.#byName, name, index);
    for (const ending of endings) append(this.#byEnding, ending, index);
    if (names.length + endings.length > 0) return;
    const parts = new Set(glob.endings.map((ending) => ending.slice(lastDot(ending))));
    if (glob.endings.every((ending) => ending.includes('.'))) {
      for (const part of parts) append(this.#byLastPart, part, index);
    } else this.#others.push(index);
  }

  /** @param path below the root, `/` as separator */
  first(path: string, isDirectory: boolean): Rule<Value> | undefined {
    const name = lastName(path);
    let best = this.#rules.length;
    const consider = (indexes: readonly number[] | undefined) => {
      for (const index of indexes ?? []) {
        if (index >= best) return;
        if (this.#rules[index]?.glob.matches(path, isDirectory, name)) best = index;
      }
    };
    consider(this.#byName.get(name));
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      consider(this.#byEnding.get(name.slice(dot)));
    }
    consider(this.#byLastPart.get(name.slice(lastDot(name))));
    consider(this.#others);
    return this.#rules[best];
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

/** All names or all endings (with their dot) that the glob can match; neither when there is no end of them. */
function lookups({ pattern }: Glob): { names: string[]; endings: string[] } {
  const name = pattern.segments[0];
  if (pattern.anchored || name === undefined || name === 'any-depth') return { names: [], endings: [] };
  if (name[0]?.kind !== 'many') return { names: spellings(name), endings: [] };
  const endings = spellings(name.slice(1));
  return { names: [], endings: endings.every((ending) => ending.startsWith('.')) ? endings : [] };
}
