import { AnalyzerError } from '@analyzer/contracts';
import { FRAGMENT_DIALECTS, FRAGMENT_RULES, type FragmentRule } from '#languages/fragment-rules.ts';
import type { Engine, ParseMode, ParseOutcome } from '#parse/engine.ts';
import type { FileFacts } from '#parse/facts.ts';
import type { PoolLimits } from '#parse/pool/limits.ts';
import type { CodeReader, CodeText, ParsedCode } from '#query/code.ts';
import { invalidRequest } from '#query/request/field-errors.ts';
import { lastName } from '#tree/globs/glob.ts';
import { kindOfName } from '#tree/kind.ts';

/** Bytes of source text. */
export const MAX_CODE_BYTES = 64 * 1024;
/** Milliseconds to parse a text in all ways, once the parser has started. */
const PARSE_MS = 2000;
const MIB = 1024 * 1024;
/** Limits of the process that parses source text of requests. */
export const CODE_LIMITS: Partial<PoolLimits> = {
  softMs: 1500,
  hardMs: PARSE_MS,
  idleMs: PARSE_MS,
  softResidentBytes: 250 * MIB,
  hardResidentBytes: 300 * MIB,
  maxHeapBytes: 200 * MIB,
  maxWasmBytes: 200 * MIB,
};
/** Of all control characters those that source text has. */
const CONTROL = /[^\P{Cc}\t\n\f\r]/u;

/** Parses source text that is a file, or a part of one, in a process that ends with its reader or when a text takes too long. */
export class CodeParser implements CodeReader {
  readonly #open: () => Engine;
  readonly #ms: number;
  #engine: Engine | undefined;

  /** @param open an engine whose processes have narrow limits */
  constructor(open: () => Engine, ms = PARSE_MS) {
    this.#open = open;
    this.#ms = ms;
  }

  /** @throws AnalyzerError `invalid_request`, `timeout`; `busy` if the process cannot be started */
  async parse(code: CodeText): Promise<ParsedCode> {
    const mode = modeOf(code);
    requireText(code.text);
    const engine = this.#engine ?? (await this.#start(mode));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), this.#ms);
    try {
      const found = await Promise.race([firstReading(engine, mode, code.text), aborted(late.signal)]);
      if (found === undefined) throw tooSlow();
      return found;
    } catch (error) {
      if (late.signal.aborted) await this.close();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    const engine = this.#engine;
    this.#engine = undefined;
    await engine?.close();
  }

  /** Starting the process and loading a parser does not count as time of the text. */
  async #start(mode: ParseMode): Promise<Engine> {
    const engine = this.#open();
    this.#engine = engine;
    try {
      await engine.parse({ path: 'code', mode, bytes: new Uint8Array() });
      return engine;
    } catch (error) {
      await this.close();
      throw error instanceof AnalyzerError && error.code === 'too_many_open_files' ? busyParser(error) : error;
    }
  }
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }));
}

/** @throws AnalyzerError `invalid_request` */
function modeOf({ language, fileName }: CodeText): ParseMode {
  if (language !== undefined) return { language };
  const kind = kindOfName(lastName(fileName ?? ''));
  if (kind?.parsed === true && kind.isHost !== true) {
    return kind.dialect === undefined
      ? { language: kind.language }
      : { language: kind.language, dialect: kind.dialect };
  }
  const message = 'file_name is not the name of a file of a parsed language';
  throw invalidRequest(
    [{ pointer: '/params/file_name', code: 'not_allowed', message }],
    `Set language instead: ${[...FRAGMENT_RULES.keys()].join(', ')}.`,
  );
}

/** @throws AnalyzerError `invalid_request` */
function requireText(text: string): void {
  const bytes = Buffer.byteLength(text);
  const problem =
    text.trim() === ''
      ? 'code has no text'
      : bytes > MAX_CODE_BYTES
        ? `code has ${bytes} bytes, the limit is ${MAX_CODE_BYTES}`
        : CONTROL.test(text)
          ? 'code has control characters, so it is not source text'
          : undefined;
  if (problem === undefined) return;
  throw invalidRequest(
    [{ pointer: '/params/code', code: 'out_of_range', message: problem }],
    'Send the text of a function.',
  );
}

/**
 * The text as a file, or with the smallest text around it with which it is one: the first without a syntax error whose
 * declarations have most of the text, else the first that has declarations, without a syntax error if possible.
 *
 * @throws AnalyzerError `invalid_request`
 */
async function firstReading(engine: Engine, mode: ParseMode, text: string): Promise<ParsedCode> {
  const [complete, partial]: [ParsedCode[], ParsedCode[]] = [[], []];
  let problem: AnalyzerError | undefined;
  const lines = text.trimEnd().split('\n').length;
  for (const rule of [undefined, ...(FRAGMENT_RULES.get(mode.language) ?? [])]) {
    const source = rule === undefined ? text : wrapped(text, rule);
    for (const its of dialectsOf(mode)) {
      const outcome = await engine.parse({ path: 'code', mode: its, bytes: Buffer.from(source), elements: true });
      problem ??= problemOf(outcome);
      if (outcome.status !== 'analyzed' && outcome.status !== 'partial') continue;
      const found: ParsedCode = { language: mode.language, facts: outcome.facts, lines, wrapped: rule };
      if (outcome.status === 'partial') partial.push(found);
      else if (isMostlyDeclared(outcome.facts, text)) return found;
      else complete.push(found);
      if (outcome.status === 'analyzed') break;
    }
  }
  const all = [...complete, ...partial];
  const found = all.find(({ facts }) => facts.declarations.length > 0) ?? all[0];
  if (found !== undefined) return found;
  throw problem ?? tooSlow();
}

function dialectsOf(mode: ParseMode): ParseMode[] {
  const others = mode.dialect === undefined ? (FRAGMENT_DIALECTS.get(mode.language) ?? []) : [];
  return [mode, ...others.map((dialect) => ({ language: mode.language, dialect }))];
}

function wrapped(text: string, { before, after, indent = '' }: FragmentRule): string {
  if (indent === '') return before + text + after;
  const lines = text.split(/\r?\n/);
  const common = commonIndent(lines);
  const body = lines.map((line) => (line.trim() === '' ? '' : indent + line.slice(common)));
  return before + body.join('\n') + after;
}

/** Number of blanks and tabs that all lines start with. */
function commonIndent(lines: readonly string[]): number {
  const widths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  return widths.reduce((least, width) => Math.min(least, width), Number.POSITIVE_INFINITY);
}

function isMostlyDeclared({ declarations }: FileFacts, text: string): boolean {
  let bytes = 0;
  for (const { within, start_byte, end_byte } of declarations) if (within < 0) bytes += end_byte - start_byte;
  return 2 * bytes >= Buffer.byteLength(text.trim());
}

function problemOf(outcome: ParseOutcome): AnalyzerError | undefined {
  switch (outcome.status) {
    case 'analyzed':
    case 'partial':
      return undefined;
    case 'syntax-error': {
      const [first] = outcome.errors.ranges;
      const place = first === undefined ? '' : ` in line ${first.start_line}`;
      const message = `code has a syntax error${place}`;
      const hint = 'Send complete statements or declarations, in the language that the request names.';
      return invalidRequest([{ pointer: '/params/code', code: 'bad_format', message }], hint);
    }
    case 'timeout':
      return tooSlow();
    default: {
      const message = `code cannot be parsed: ${outcome.reason}`;
      return invalidRequest([{ pointer: '/params/code', code: 'bad_format', message }]);
    }
  }
}

function busyParser(cause: AnalyzerError): AnalyzerError {
  const problem = 'the parser of the code cannot be started: too many files are open';
  return new AnalyzerError('busy', { problem }, { hint: 'Ask again later, or raise the limit of the server.', cause });
}

function tooSlow(): AnalyzerError {
  return new AnalyzerError('timeout', {}, { hint: 'The code takes too long to parse: send a smaller part of it.' });
}
