import { HOSTS } from '#languages/hosts.ts';
import { collectIfLarge } from '../collect-garbage.ts';
import { type CodeProblem, embeddedCode } from '../embedded/embedded.ts';
import type { ParseJob, ParseMode, ParseOutcome } from '../engine.ts';
import type { ErrorRanges, FileFacts } from '../facts.ts';
import type { Adapter, ErrorRange } from './adapters/adapter.ts';
import { loadAdapter } from './adapters/load.ts';
import { decode } from './decode.ts';
import { withoutBom } from './decode-utf8.ts';
import { addPrograms, type HereProgram, herePrograms } from './embedded-facts.ts';
import { finishElements } from './extract/elements/element-reader.ts';
import { FileFactsReader, type ReadFacts } from './extract/file-facts.ts';
import type { HereText } from './extract/here-programs.ts';
import { elidesImports } from './extract/imports/elided-imports.ts';
import { Positions } from './extract/positions.ts';
import { formerLanguages, type LanguageData, languages } from './languages.ts';
import { isNestedDeeper, MAX_NESTING, TOO_DEEP } from './nesting.ts';

/** Number of error ranges in facts; all are counted. */
const SHOWN_ERRORS = 20;

export interface ParseOptions {
  /** Return token records. */
  tokens: boolean;
  /** In `processorTime()`; a parser that can be stopped is stopped then. */
  deadline: number;
  /** The machine stack for the nesting of a source, in bytes; `MAX_NESTING` by default. */
  nesting?: number;
  /** Parsers of the languages of programs in here-documents, by language; this parser by default. */
  embedded?: ReadonlyMap<string, PortableParser>;
}

/** What a parser reads of a file. */
interface Code {
  mode: ParseMode;
  bytes: Uint8Array;
  problems: readonly CodeProblem[];
  /** Other text of the file can use its names. */
  isHosted?: boolean;
}

interface Parser {
  adapter: Adapter;
  /** Whether it recurses for each level of a source. */
  isRecursive: boolean;
  reader: FileFactsReader;
}

/** Facts that need the tree no more. */
interface Read extends ReadFacts {
  errors: ErrorRanges;
  programs: readonly HereProgram[];
}

/** Parses one file in one process, for some languages: bytes in, facts or a status out. */
export class PortableParser {
  readonly #parsers: ReadonlyMap<string, Parser | { missing: string }>;

  private constructor(parsers: ReadonlyMap<string, Parser | { missing: string }>) {
    this.#parsers = parsers;
  }

  /**
   * Loads the parsers of some languages. If one does not load, its files are `missing-parser` with the reason.
   *
   * @param grammars folder of the grammars' `.wasm` files
   * @param former whether to compute the fingerprints of `FORMER_FINGERPRINT`
   */
  static async load(ids: readonly string[], grammars: string, former = false): Promise<PortableParser> {
    const parsers = new Map<string, Parser | { missing: string }>();
    for (const id of ids) {
      const data = (former ? formerLanguages : languages).get(id);
      if (data !== undefined) parsers.set(id, await loadParser(data, grammars));
    }
    return new PortableParser(parsers);
  }

  parse(job: ParseJob, options: ParseOptions): ParseOutcome {
    const whole = { mode: job.mode, bytes: job.bytes, problems: [] };
    const { dialect } = job.mode;
    if (dialect === undefined || !HOSTS.has(dialect)) return this.#parse(job, whole, options);
    const decoded = decode(job.bytes, '');
    if (!('text' in decoded)) return { status: 'undecodable', reason: decoded.reason };
    const code = embeddedCode(dialect, job.bytes);
    if ('unread' in code) return { status: 'unsupported-language', reason: code.unread };
    return this.#parse(job, { ...code, isHosted: true }, options);
  }

  #parse(
    job: ParseJob,
    { mode, bytes, problems, isHosted = false }: Code,
    options: ParseOptions,
    isEmbedded = false,
  ): ParseOutcome {
    const { nesting = MAX_NESTING } = options;
    const { language } = mode;
    const parser = this.#parsers.get(language);
    if (parser === undefined) return { status: 'missing-parser', reason: `no parser is known for ${language}` };
    if ('missing' in parser) return { status: 'missing-parser', reason: parser.missing };
    const decoded = decode(bytes, language);
    if (!('text' in decoded)) return { status: 'undecodable', reason: decoded.reason };
    if (parser.isRecursive && isNestedDeeper(withoutBom(bytes), nesting)) {
      return { status: 'parser-failed', reason: TOO_DEEP };
    }
    collectIfLarge(bytes);
    const encoding = decoded.encoding === undefined ? {} : { encoding: decoded.encoding };
    const read = this.#read(parser, decoded.text, job, { mode, bytes, problems, isHosted }, options);
    parser.reader.release();
    parser.adapter.release?.();
    if (!('facts' in read)) return read.status === 'syntax-error' ? { ...read, ...encoding } : read;
    const { facts, elements, errors, programs } = read;
    if (elements !== undefined) {
      collectIfLarge(bytes);
      facts.elements = finishElements(elements);
    }
    if (!isEmbedded) addPrograms(facts, programs, (program) => this.#parseProgram(job, program, options));
    if (errors.count === 0) return { status: 'analyzed', facts, ...encoding };
    return { status: 'partial', facts: { ...facts, errors }, ...encoding };
  }

  /** A function of its own, so that the stack does not hold the tree while the facts are completed. */
  #read(
    { adapter, reader }: Parser,
    text: string,
    job: ParseJob,
    { mode, bytes, problems, isHosted = false }: Code,
    { tokens, deadline }: ParseOptions,
  ): Read | Exclude<ParseOutcome, { facts: FileFacts }> {
    const parsed = adapter.parse(text, mode, deadline);
    if (parsed.outcome === 'timeout') {
      return { status: 'timeout', reason: 'the parser did not finish within its time limit' };
    }
    if (parsed.outcome === 'unsupported-language') return { status: parsed.outcome, reason: parsed.language };
    collectIfLarge(bytes);
    const positions = new Positions(text);
    const errors = errorRanges(parsed.errors, positions, problems);
    if (parsed.outcome === 'syntax-error') return { status: 'syntax-error', errors };
    const { grams = false, elements = false, tree = false, withoutUses = false } = job;
    const elides = !isHosted && elidesImports(mode, parsed.errors);
    const read = tree
      ? reader.readTree(parsed.tree, positions, elides)
      : reader.read(parsed.tree, positions, { tokens, grams, elements, withoutUses, elides });
    const programs = mode.language === 'bash' && !tree ? herePrograms(parsed.tree, positions) : [];
    return { ...read, errors, programs };
  }

  /** Here-documents in the program are not read. */
  #parseProgram(
    { path, elements }: ParseJob,
    { mode, text }: HereText & { text: string },
    { deadline, nesting, embedded }: ParseOptions,
  ): ParseOutcome {
    const parser = embedded?.get(mode.language) ?? this;
    const bytes = Buffer.from(text);
    const options = { tokens: false, deadline, ...(nesting !== undefined && { nesting }) };
    const job = { path, mode, bytes, ...(elements && { elements }) };
    return parser.#parse(job, { mode, bytes, problems: [] }, options, true);
  }
}

async function loadParser(data: LanguageData, grammars: string): Promise<Parser | { missing: string }> {
  try {
    const adapter = await loadAdapter(data, grammars);
    return { adapter, isRecursive: data.parser === 'oxc', reader: new FileFactsReader(data, adapter.names) };
  } catch (error) {
    const parser = data.grammar?.file ?? data.syntax?.file ?? `${data.parser}-parser`;
    return { missing: `${parser} does not load: ${firstLine(error)}` };
  }
}

/** @param problems of code in a host, which come first */
function errorRanges(
  errors: readonly ErrorRange[],
  positions: Positions,
  problems: readonly CodeProblem[],
): ErrorRanges {
  const ranges = problems
    .slice(0, SHOWN_ERRORS)
    .map(({ line, message }) => ({ start_line: line, end_line: line, message }));
  return {
    count: problems.length + errors.length,
    ranges: [
      ...ranges,
      ...errors.slice(0, SHOWN_ERRORS - ranges.length).map(({ start, end, message }) => ({
        start_line: positions.line(start),
        end_line: positions.line(Math.max(start, end - 1)),
        ...(message === undefined ? {} : { message }),
      })),
    ],
  };
}

/** Removes local paths in Node's messages. */
function firstLine(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? `${error.code}: ` : '';
  if (code === 'ENOENT: ') return 'the file is not there';
  return `${code}${(error.message.split('\n')[0] ?? '').replace(/(?:file:\/\/)?\/[^\s'"]*\//g, '…/')}`;
}
