import type { OxcError, ParserOptions } from 'oxc-parser';
import { parseSync } from 'oxc-parser/src-js/bindings.js';
import type { ParseMode } from '../../engine.ts';
import { NameTable } from '../flat-tree.ts';
import type { Adapter, ErrorRange, Parsed } from './adapter.ts';
import { EstreeJson } from './estree-json.ts';
import { isMarkedFlow } from './flow.ts';
import { isFlowSyntax } from './flow-syntax.ts';
import { TreeBuilder } from './tree-builder.ts';

const TOP_LEVEL_RETURN = /A 'return' statement can only be used within a function body|Illegal return/i;

const COMMA_IN_JSX = 'JSX expressions may not use the comma operator';
/** Between a parenthesis and its expression. */
const MAX_SPACE = 200;

/** Number of errors that are searched for Flow syntax. */
const MAX_ERRORS = 100;

/** JS and TS with oxc's ESTree. oxc cannot be cancelled: its deadline is the end of the worker process. */
export class OxcAdapter implements Adapter {
  readonly names = new NameTable();
  readonly #builder = new TreeBuilder(this.names);
  readonly #estree = new EstreeJson(this.#builder);

  parse(source: string, mode: ParseMode): Parsed {
    const { file, options } = parserOptions(mode);
    let result = parseSync(file, source, options);
    let errors = result.errors.filter(isError);
    if (options.sourceType === 'unambiguous' && errors.some((error) => TOP_LEVEL_RETURN.test(error.message))) {
      result = parseSync(file, source, { ...options, sourceType: 'commonjs' });
      errors = result.errors.filter(isError);
    }
    if (mode.dialect === 'astro') errors = errors.filter(({ message }) => !TOP_LEVEL_RETURN.test(message));
    const inSource = errors.map(errorRange).filter((range) => !isInParentheses(source, range));
    const ranges = inSource.sort((a, b) => a.start - b.start || a.end - b.end);
    const texts = ranges.length === 0 ? this.#estree.read(result.program) : this.#readBroken(result.program);
    // After a fatal error oxc returns a program without a body.
    if (texts === undefined || (ranges.length > 0 && this.#isEmpty())) {
      if (isFlow(source, mode, ranges[0]?.start ?? 0)) return { outcome: 'unsupported-language', language: 'flow' };
      return { outcome: 'syntax-error', errors: ranges };
    }
    this.#mark(ranges);
    return { outcome: 'tree', tree: this.#builder.finish(source, texts), errors: ranges };
  }

  release(): void {
    this.#builder.release();
  }

  /** oxc may write invalid JSON for a file with errors. */
  #readBroken(program: string): ReturnType<EstreeJson['read']> | undefined {
    try {
      return this.#estree.read(program);
    } catch {
      return undefined;
    }
  }

  #isEmpty(): boolean {
    const { count, field, parent } = this.#builder;
    const body = this.names.id('body');
    for (let node = 1; node < count; node++) {
      if (field[node] === body && parent[node] === 0) return parent[node + 1] !== node || node + 1 === count;
    }
    return true;
  }

  /** A recoverable error breaks the nodes around its start. */
  #mark(errors: readonly ErrorRange[]): void {
    if (errors.length === 0) return;
    const { count, start, end, broken } = this.#builder;
    for (let node = 0; node < count; node++) {
      const next = firstFrom(errors, start[node] ?? 0);
      if (next !== undefined && next.start < (end[node] ?? 0)) broken[node] = 1;
    }
  }
}

/** The first error that starts at or after a position; `errors` are in order. */
function firstFrom(errors: readonly ErrorRange[], position: number): ErrorRange | undefined {
  let low = 0;
  let high = errors.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((errors[middle]?.start ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return errors[low];
}

function isError({ severity }: OxcError): boolean {
  return severity === 'Error';
}

function parserOptions(mode: ParseMode): { file: string; options: ParserOptions } {
  if (mode.language === 'javascript') {
    const sourceType = mode.dialect === 'cjs' ? 'commonjs' : mode.dialect === 'mjs' ? 'module' : 'unambiguous';
    return { file: 'file.jsx', options: { lang: 'jsx', astType: 'js', sourceType, preserveParens: false } };
  }
  const lang = mode.dialect === 'tsx' ? 'tsx' : mode.dialect === 'd.ts' ? 'dts' : 'ts';
  const sourceType = mode.dialect === 'cts' ? 'commonjs' : 'module';
  return { file: `file.${lang}`, options: { lang, astType: 'ts', sourceType, preserveParens: false } };
}

/**
 * Whether JavaScript that does not parse is Flow: marked as such, valid with type annotations, or an error as TypeScript
 * where only Flow has syntax.
 * @param javascript the first error
 */
function isFlow(source: string, mode: ParseMode, javascript: number): boolean {
  if (mode.language !== 'javascript') return false;
  if (isMarkedFlow(source)) return true;
  const typed = typedErrors(source, 'tsx');
  if (typed.length === 0) return true;
  if (typed.slice(0, MAX_ERRORS).some(({ start }) => isFlowSyntax(source, { javascript, typed: start }))) return true;
  // `<A>(a: A) => a` is an element in JSX.
  return typedErrors(source, 'ts').length === 0;
}

function typedErrors(source: string, lang: 'ts' | 'tsx'): ErrorRange[] {
  const options: ParserOptions = { lang, astType: 'ts', sourceType: 'module', preserveParens: false };
  return parseSync(`file.${lang}`, source, options).errors.filter(isError).map(errorRange);
}

/** The parser drops parentheses before it looks for a comma in an attribute: `class={(a, b)}` is correct. */
function isInParentheses(source: string, { start, message }: ErrorRange): boolean {
  return message === COMMA_IN_JSX && /\([ \t\r\n]*$/.test(source.slice(Math.max(0, start - MAX_SPACE), start));
}

function errorRange(error: OxcError): ErrorRange {
  const label = error.labels[0];
  return { start: label?.start ?? 0, end: label?.end ?? 0, message: error.message };
}
