import { AnalyzerError } from '@analyzer/contracts';
import { Automaton } from './automaton.ts';
import { GlobProblem, parseGlob } from './parse.ts';
import type { Pattern } from './pattern.ts';
import { compile } from './program.ts';
import { endings } from './spellings.ts';

/** One glob, ready to match. */
export class Glob {
  /** As written. */
  readonly source: string;
  readonly pattern: Pattern;
  readonly #automaton: Automaton;
  /** One of these ends every text that matches: few texts pass, and those that don't need no automaton. */
  readonly endings: readonly string[];

  /**
   * @param where where the glob was written, for the message: `--exclude`, `.analyzerignore:3`
   * @throws {AnalyzerError} `usage` when the source is not of the dialect
   */
  constructor(source: string, where: string) {
    this.source = source;
    this.pattern = parseOrExplain(source, where);
    this.#automaton = new Automaton(compile(this.pattern));
    const last = this.pattern.segments.at(-1);
    this.endings = last === undefined || last === 'any-depth' ? [''] : endings(last);
  }

  /**
   * @param path below the root, `/` as separator, none at its ends
   * @param name its last name, for callers that have it
   */
  matches(path: string, isDirectory: boolean, name = lastName(path)): boolean {
    if (this.pattern.directory && !isDirectory) return false;
    return this.#mayEnd(name) && this.#automaton.reads(this.pattern.anchored ? path : name);
  }

  #mayEnd(name: string): boolean {
    for (const ending of this.endings) if (name.endsWith(ending)) return true;
    return false;
  }
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
        hint: 'Globs are made of * and ? (not /), ** as a whole name, [a-z], [!a] and {a,b}; a final / means directories.',
      },
    );
  }
}
