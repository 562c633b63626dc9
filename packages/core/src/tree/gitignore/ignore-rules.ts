import { showText } from '../names.ts';
import { WildcardRules } from './wildcard-rules.ts';
import { compileWildmatch, literalLength } from './wildmatch.ts';

export interface IgnoreRule {
  /** Number of the line, from 1. */
  line: number;
  /** As written, without trailing blanks. */
  source: string;
  /** The line starts with `!`. */
  negated: boolean;
  /** It matches directories only. */
  directory: boolean;
}

/** Bytes of a line: no path that the system opens is longer. */
const MAX_LINE_LENGTH = 4096;
const BOM = '\u00ef\u00bb\u00bf';

/**
 * The rules of one `.gitignore`, of which the last that matches counts. Names, paths and `*.ending` are found by
 * look-up, other rules with wildcards by a piece that they contain. Strings have one character for each byte.
 */
export class IgnoreRules {
  readonly #rules: IgnoreRule[] = [];
  readonly #byName = new Map<string, number[]>();
  readonly #byPath = new Map<string, number[]>();
  readonly #byEnding = new Map<string, number[]>();
  readonly #nameWildcards = new WildcardRules();
  readonly #pathWildcards = new WildcardRules();
  /** Bytes of the rules with wildcards: the most that a path can cost. */
  effort = 0;
  /** Numbers of the lines that are too long to be a rule. */
  readonly longLines: number[] = [];

  constructor(bytes: Buffer) {
    const text = bytes.toString('latin1');
    const lines = (text.startsWith(BOM) ? text.slice(BOM.length) : text).split('\n');
    lines.forEach((line, i) => {
      const source = withoutTrailingSpaces(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (source === '' || source.startsWith('#')) return;
      if (source.length > MAX_LINE_LENGTH) this.longLines.push(i + 1);
      else this.#add(source, i + 1);
    });
  }

  /**
   * @param path below the directory of the file
   * @param name the last name of the path
   */
  last(path: string, name: string, isDirectory: boolean): IgnoreRule | undefined {
    let best = -1;
    const consider = (indexes: readonly number[] | undefined) => {
      for (let i = (indexes?.length ?? 0) - 1; i >= 0; i--) {
        const index = indexes?.[i] ?? -1;
        if (index <= best) return;
        if (isDirectory || this.#rules[index]?.directory === false) best = index;
      }
    };
    consider(this.#byName.get(name));
    consider(this.#byPath.get(path));
    if (this.#byEnding.size > 0) {
      for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        consider(this.#byEnding.get(name.slice(dot)));
      }
    }
    const applies = (index: number) => isDirectory || this.#rules[index]?.directory === false;
    best = this.#nameWildcards.last(name, best, applies);
    best = this.#pathWildcards.last(path, best, applies);
    return this.#rules[best];
  }

  #add(source: string, line: number): void {
    const negated = source.startsWith('!');
    const body = negated ? source.slice(1) : source;
    const directory = body.endsWith('/');
    let pattern = directory ? body.slice(0, -1) : body;
    const isPath = pattern.includes('/');
    if (pattern.startsWith('/')) pattern = pattern.slice(1);
    if (pattern === '') return;
    const index = this.#rules.length;
    const ending = pattern.slice(1);
    if (literalLength(pattern) === pattern.length) append(isPath ? this.#byPath : this.#byName, pattern, index);
    else if (!isPath && pattern.startsWith('*.') && literalLength(ending) === ending.length) {
      append(this.#byEnding, ending, index);
    } else {
      const compiled = compileWildmatch(pattern, isPath);
      if (compiled === undefined) return;
      (isPath ? this.#pathWildcards : this.#nameWildcards).add(index, compiled);
      this.effort += pattern.length;
    }
    this.#rules.push({ line, source: showText(Buffer.from(source, 'latin1')), negated, directory });
  }
}

/** A backslash keeps the space after it. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  if (end === line.length) return line;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, end + (backslashes % 2));
}

function append(map: Map<string, number[]>, key: string, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}
