import { type Glob, lastName } from './glob.ts';
import type { Pattern, Piece } from './pattern.ts';

interface Rule<Value> {
  glob: Glob;
  value: Value;
}

/**
 * Globs in order, of which the first that matches counts. A plain name and `*.ending`, which most globs are, are found
 * by look-up, so that hundreds of globs cost a path little more than one.
 */
export class GlobSet<Value> {
  readonly #rules: Rule<Value>[] = [];
  readonly #byName = new Map<string, number[]>();
  readonly #byEnding = new Map<string, number[]>();
  readonly #others: number[] = [];

  add(glob: Glob, value: Value): void {
    const index = this.#rules.push({ glob, value }) - 1;
    const name = plainName(glob.pattern);
    const ending = plainEnding(glob.pattern);
    if (name !== undefined) append(this.#byName, name, index);
    else if (ending !== undefined) append(this.#byEnding, ending, index);
    else this.#others.push(index);
  }

  /** @param path below the root, `/` as separator */
  first(path: string, isDirectory: boolean): Rule<Value> | undefined {
    let best = this.#rules.length;
    const consider = (indexes: readonly number[] | undefined) => {
      for (const index of indexes ?? []) {
        if (index >= best) return;
        if (this.#rules[index]?.glob.matches(path, isDirectory)) best = index;
      }
    };
    const name = lastName(path);
    consider(this.#byName.get(name));
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
      consider(this.#byEnding.get(name.slice(dot)));
    }
    consider(this.#others);
    return this.#rules[best];
  }
}

function append(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}

/** The name, when the pattern is a name without wildcards. */
function plainName({ anchored, segments }: Pattern): string | undefined {
  const name = segments[0];
  return anchored || name === undefined || name === 'any-depth' ? undefined : literalText(name);
}

/** The ending with its dot, when the pattern is `*` and an ending without wildcards. */
function plainEnding({ anchored, segments }: Pattern): string | undefined {
  const name = segments[0];
  if (anchored || name === undefined || name === 'any-depth' || name[0]?.kind !== 'many') return undefined;
  const ending = literalText(name.slice(1));
  return ending?.startsWith('.') ? ending : undefined;
}

function literalText(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind !== 'literal') return undefined;
    text += piece.text;
  }
  return text;
}
