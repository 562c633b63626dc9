import { AnalyzerError } from '@analyzer/contracts';
import { Automaton } from './automaton.ts';
import { GlobProblem, parseGlob } from './parse.ts';
import type { Pattern } from './pattern.ts';
import { compile } from './program.ts';
import { endings, spellings, starts } from './spellings.ts';

/** Names by which a glob can be looked up, instead of matching it. */
export interface Lookups {
  /** All names that it can match. */
  names: string[];
  /** All suffixes, with their dot. */
  endings: string[];
}

/** A compiled glob. */
export class Glob {
  /** As written. */
  readonly source: string;
  readonly pattern: Pattern;
  readonly #automaton: Automaton;
  /** Every matching text has one of these suffixes: most texts need no automaton. */
  readonly endings: readonly string[];
  /** Every matching text has one of these prefixes. */
  readonly #starts: readonly string[];
  /** Folders of which every matching path has one of each list, with a slash after them. */
  readonly #folders: readonly (readonly string[])[];
  #lookups: Lookups | undefined;

  /**
   * @param where location of the glob for messages: `--exclude`, `.analyzerignore:3`
   * @throws {AnalyzerError} `usage` for invalid syntax
   */
  constructor(source: string, where: string) {
    this.source = source;
    this.pattern = parseOrExplain(source, where);
    this.#automaton = new Automaton(compile(this.pattern));
    const last = this.pattern.segments.at(-1);
    this.endings = last === undefined || last === 'any-depth' ? [''] : endings(last);
    const first = this.pattern.segments[0];
    this.#starts = first === undefined || first === 'any-depth' ? [''] : starts(first);
    this.#folders = foldersOf(this.pattern);
  }

  /** All names or all suffixes; neither if there are infinitely many. A glob of the rules is in the set of every project. */
  get lookups(): Lookups {
    this.#lookups ??= lookupsOf(this.pattern);
    return this.#lookups;
  }

  /**
   * @param path relative to the root, `/` as separator, without leading or trailing slash
   * @param name its last segment, if known
   */
  matches(path: string, isDirectory: boolean, name = lastName(path)): boolean {
    if (this.pattern.directory && !isDirectory) return false;
    const text = this.pattern.anchored ? path : name;
    return this.#mayEnd(name) && this.#mayMatch(text) && this.#automaton.reads(text);
  }

  #mayMatch(text: string): boolean {
    if (!this.#starts.some((start) => text.startsWith(start))) return false;
    return this.#folders.every((names) => names.some((name) => text.includes(name)));
  }

  #mayEnd(name: string): boolean {
    for (const ending of this.endings) if (name.endsWith(ending)) return true;
    return false;
  }
}

function lookupsOf({ anchored, segments }: Pattern): Lookups {
  const [name] = segments;
  if (anchored || name === undefined || name === 'any-depth') return { names: [], endings: [] };
  if (name[0]?.kind !== 'many') return { names: spellings(name), endings: [] };
  const suffixes = spellings(name.slice(1));
  return { names: [], endings: suffixes.every((ending) => ending.startsWith('.')) ? suffixes : [] };
}

function foldersOf({ segments }: Pattern): string[][] {
  const named = segments.slice(0, -1).map((segment) => (segment === 'any-depth' ? [] : spellings(segment)));
  return named.filter(({ length }) => length > 0).map((names) => names.map((name) => `${name}/`));
}

const KNOWN = new Map<string, Glob>();

/**
 * A glob of the rules, which is compiled once for all projects.
 *
 * @param file the rules, for messages
 */
export function globOfRules(source: string, file: string): Glob {
  const glob = KNOWN.get(source) ?? new Glob(source, file);
  KNOWN.set(source, glob);
  return glob;
}

export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parseOrExplain(source: string, where: string): Pattern {
  try {
    return parseGlob(source);
  } catch (error) {
    if (!(error instanceof GlobProblem)) throw error;
    throw new AnalyzerError(
      'usage',
      { problem: `${where}: the glob '${source}' ${error.message}` },
      {
        hint: 'Globs consist of * and ? (not /), ** as a complete segment, [a-z], [!a] and {a,b}; a trailing / matches directories.',
      },
    );
  }
}
