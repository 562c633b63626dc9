import { AnalyzerError } from '@analyzer/contracts';
import type { Value } from '#index/port.ts';
import { Glob } from '#tree/globs/glob.ts';
import type { Pattern, Piece, Segment } from '#tree/globs/pattern.ts';
import { invalidRequest } from '../request/field-errors.ts';
import { lowered } from './lowered.ts';

/** SQLite sorts every text before every blob, so this is greater than any text. */
const BEHIND_ALL_TEXTS = new Uint8Array(0);

/**
 * A glob filter of a request. SQL preselects by the prefix and a substring of every match, which takes a tenth of the
 * time of reading all texts; the glob itself decides.
 */
export class TextGlob {
  readonly #source: string;
  readonly #glob: Glob;
  #lowered: Glob | undefined;

  /**
   * @param parameter name of the request parameter, for errors
   * @throws AnalyzerError `invalid_request`
   */
  constructor(source: string, parameter: string) {
    this.#source = source;
    this.#glob = parsed(source, parameter);
  }

  /** Whether a complete name matches; only a slash in the glob matches a slash in the name. */
  matchesName(name: string): boolean {
    return this.#glob.matches(name, false, name);
  }

  /** It has a class of characters, such as `[A-Z]`, which means one case. */
  get hasClass(): boolean {
    return this.#source.includes('[');
  }

  /** The same without the case of ASCII letters, which databases know. */
  matchesNameInAnyCase(name: string): boolean {
    this.#lowered ??= new Glob(lowered(this.#source), '');
    const its = lowered(name);
    return this.#lowered.matches(its, false, its);
  }

  matchesPath(path: string, isDirectory: boolean): boolean {
    return this.#glob.matches(path, isDirectory);
  }

  /** Matching names are >= the first, < the second, and contain the third. */
  get nameBounds(): readonly Value[] {
    return bounds(prefixOf(this.#glob.pattern), this.#glob.pattern);
  }

  /** The same for paths. */
  get pathBounds(): readonly Value[] {
    const { pattern } = this.#glob;
    return bounds(pattern.anchored ? prefixOf(pattern) : '', pattern);
  }

  /**
   * The equivalent SQLite GLOB for names without a slash, if there is one.
   */
  get simpleName(): string | undefined {
    const { segments } = this.#glob.pattern;
    const [only] = segments;
    if (segments.length !== 1 || only === undefined || only === 'any-depth') return undefined;
    const stars = only.filter(({ kind }) => kind === 'many').length;
    // SQLite backtracks between stars.
    return stars > MAX_STARS ? undefined : simpleText(only);
  }

  /** The name that a glob without wildcards matches. */
  get plainName(): string | undefined {
    const { segments } = this.#glob.pattern;
    const [only] = segments;
    return segments.length === 1 && only !== undefined && only !== 'any-depth' ? literalText(only) : undefined;
  }

  /** The same for paths, any of which matches; a star of SQLite matches any number of names. */
  get simplePaths(): readonly string[] | undefined {
    const { segments } = this.#glob.pattern;
    const last = segments.at(-1);
    const before = segments.slice(0, -1);
    if (last === undefined) return undefined;
    if (last !== 'any-depth' && isAnywhere(this.#glob.pattern)) {
      const name = literalText(last);
      if (name !== undefined) return [name, `*/${name}`];
      const [first, ...rest] = last;
      return first?.kind === 'many' ? listOf(withLead('*', literalText(rest))) : undefined;
    }
    const lead = foldersText(before);
    if (lead === undefined) return undefined;
    return last === 'any-depth' ? [`${lead}?*`] : listOf(withLead(lead, literalText(last)));
  }

  /**
   * The part that exactly the matching paths have: a folder `src/lib/`, a name `/index.ts`, an ending `*.ts`, or an empty
   * text for all paths; undefined for other globs.
   */
  get pathPart(): string | undefined {
    const { pattern } = this.#glob;
    const last = pattern.segments.at(-1);
    if (last === undefined) return undefined;
    if (last === 'any-depth') return foldersText(pattern.segments.slice(0, -1));
    if (!isAnywhere(pattern)) return undefined;
    const name = literalText(last);
    if (name !== undefined) return `/${name}`;
    const [first, ...rest] = last;
    const ending = first?.kind === 'many' ? literalText(rest) : undefined;
    return ending?.startsWith('.') ? `*${ending}` : undefined;
  }

  /** Only directories match. */
  get isForDirectories(): boolean {
    return this.#glob.pattern.directory;
  }
}

function parsed(source: string, parameter: string): Glob {
  try {
    return new Glob(source, parameter);
  } catch (error) {
    if (!(error instanceof AnalyzerError)) throw error;
    throw badGlob(parameter, error.message, error.hint);
  }
}

export function badGlob(parameter: string, message: string, hint?: string): AnalyzerError {
  return invalidRequest([{ pointer: `/params/${parameter}`, code: 'bad_glob', message }], hint);
}

function bounds(prefix: string, pattern: Pattern): Value[] {
  return [prefix, prefix === '' ? BEHIND_ALL_TEXTS : successor(prefix), longestLiteral(pattern)];
}

/** The prefix of every matching text. */
function prefixOf({ segments }: Pattern): string {
  let prefix = '';
  for (const [index, segment] of segments.entries()) {
    if (segment === 'any-depth') return prefix;
    if (index > 0) prefix += '/';
    for (const piece of segment) {
      if (piece.kind !== 'literal') return prefix;
      prefix += piece.text;
    }
  }
  return prefix;
}

/** The longest substring of every matching text. */
function longestLiteral({ segments }: Pattern): string {
  return segments
    .flatMap((segment) => (segment === 'any-depth' ? [] : runs(segment)))
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

function runs(pieces: readonly Piece[]): string[] {
  const found = [''];
  for (const piece of pieces) {
    if (piece.kind === 'literal') found.push((found.pop() ?? '') + piece.text);
    else found.push('');
  }
  return found;
}

/** Maximum stars in a GLOB; more would make it slow on long texts. */
const MAX_STARS = 2;

/** @returns undefined unless all pieces are literals */
function literalText(pieces: readonly Piece[]): string | undefined {
  return pieces.every(({ kind }) => kind === 'literal') ? simpleText(pieces) : undefined;
}

/** @returns undefined unless all pieces are literals or stars */
function simpleText(pieces: readonly Piece[]): string | undefined {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'many') text += '*';
    else if (piece.kind === 'literal' && piece.text !== '\0') text += piece.text;
    else return undefined;
  }
  return text;
}

/** Whether a pattern for a name matches it in every folder. */
function isAnywhere({ segments, anchored }: Pattern): boolean {
  return segments.length === 1 ? !anchored : segments.length === 2 && segments[0] === 'any-depth';
}

/** @returns undefined unless all folders are literals */
function foldersText(folders: readonly Segment[]): string | undefined {
  const names = folders.map((folder) => (folder === 'any-depth' ? undefined : literalText(folder)));
  return names.includes(undefined) ? undefined : names.map((name) => `${name}/`).join('');
}

function listOf(text: string | undefined): readonly string[] | undefined {
  return text === undefined ? undefined : [text];
}

function withLead(lead: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : lead + text;
}

const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const LAST_POINT = 0x10ffff;

/** The smallest text in UTF-8 byte order that is greater than all texts with this prefix. */
function successor(prefix: string): Value {
  const points = Array.from(prefix, (point) => point.codePointAt(0) ?? 0);
  while (points.at(-1) === LAST_POINT) points.pop();
  const last = points.pop();
  if (last === undefined) return BEHIND_ALL_TEXTS;
  const next = last + 1 === FIRST_SURROGATE ? LAST_SURROGATE + 1 : last + 1;
  return String.fromCodePoint(...points, next);
}
