import { type OxcError, type ParserOptions, parseSync } from 'oxc-parser';
import type { ParseMode } from '../../engine.ts';
import { NameTable } from '../flat-tree.ts';
import type { Adapter, ErrorRange, Parsed } from './adapter.ts';
import { TreeBuilder } from './tree-builder.ts';

const TOP_LEVEL_RETURN = /A 'return' statement can only be used within a function body|Illegal return/i;
const NOT_FACTS = new Set(['range', 'comments', 'tokens']);

/** JS and TS by oxc's ESTree. oxc cannot be cancelled: its deadline is the end of the worker process. */
export class OxcAdapter implements Adapter {
  readonly names = new NameTable();
  readonly #builder = new TreeBuilder(this.names);
  readonly #list = this.names.id('[]');
  readonly #plain = this.names.id('{}');
  readonly #null = this.names.id('null');
  readonly #scalar = this.names.id('scalar');
  /** Scalar leaves' JSON texts by node. */
  #texts: (string | undefined)[] = [];

  parse(source: string, mode: ParseMode): Parsed {
    const { file, options } = parserOptions(mode);
    let result = parseSync(file, source, options);
    let errors = result.errors.filter((error) => error.severity === 'Error');
    if (options.sourceType === 'unambiguous' && errors.some((error) => TOP_LEVEL_RETURN.test(error.message))) {
      result = parseSync(file, source, { ...options, sourceType: 'commonjs' });
      errors = result.errors.filter((error) => error.severity === 'Error');
    }
    const program = result.program;
    const ranges = errors.map(errorRange).sort((a, b) => a.start - b.start || a.end - b.end);
    if (ranges.length > 0 && program.body.length === 0) return { outcome: 'syntax-error', errors: ranges };
    this.#flatten(program);
    const texts = this.#texts;
    this.#mark(ranges);
    return { outcome: 'tree', tree: this.#builder.finish(source, (node) => texts[node] ?? ''), errors: ranges };
  }

  /** Depth first over an own stack: children are pushed in reverse, so that they come off in order. */
  #flatten(program: unknown): void {
    const builder = this.#builder;
    const texts: (string | undefined)[] = [];
    const pending = new Pending();
    pending.push(program, 0, -1);
    builder.begin();
    while (pending.pop()) {
      const { value, field, parent } = pending;
      const above = Math.max(parent, 0);
      const start = builder.start[above] ?? 0;
      const end = builder.end[above] ?? 0;
      if (isAbsent(value) && value !== false) {
        builder.push(this.#null, field, start, start, parent);
      } else if (Array.isArray(value)) {
        const node = builder.push(this.#list, field, start, end, parent);
        for (let i = value.length - 1; i >= 0; i--) pending.push(value[i], 0, node);
      } else if (isObject(value)) {
        this.#object(value, builder.push(this.#plain, field, start, end, parent), pending);
      } else {
        const node = builder.push(this.#scalar, field, start, end, parent);
        texts[node] = scalarText(value);
      }
    }
    this.#texts = texts;
  }

  /** Members that are null or false say nothing; a literal's value does. */
  #object(value: Record<string, unknown>, node: number, pending: Pending): void {
    const { kind, start, end, names } = this.#builder;
    const first = pending.count;
    let isLiteral = false;
    for (const key in value) {
      const member = value[key];
      if (key === 'type') {
        kind[node] = names.id(String(member));
        isLiteral = member === 'Literal';
      } else if (key === 'start') {
        start[node] = Number(member);
      } else if (key === 'end') {
        end[node] = Number(member);
      } else if (!NOT_FACTS.has(key) && (!isAbsent(member) || (isLiteral && key === 'value'))) {
        pending.push(member, names.id(key), node);
      }
    }
    pending.reverseFrom(first);
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

/** What is still to be written, last in, first out, as columns. */
class Pending {
  readonly #values: unknown[] = [];
  readonly #fields: number[] = [];
  readonly #parents: number[] = [];
  /** The one taken last. */
  value: unknown;
  field = 0;
  parent = -1;

  get count(): number {
    return this.#values.length;
  }

  push(value: unknown, field: number, parent: number): void {
    this.#values.push(value);
    this.#fields.push(field);
    this.#parents.push(parent);
  }

  pop(): boolean {
    if (this.#values.length === 0) return false;
    this.value = this.#values.pop();
    this.field = this.#fields.pop() ?? 0;
    this.parent = this.#parents.pop() ?? -1;
    return true;
  }

  reverseFrom(first: number): void {
    reverseFrom(this.#values, first);
    reverseFrom(this.#fields, first);
    reverseFrom(this.#parents, first);
  }
}

function reverseFrom<T>(list: T[], first: number): void {
  for (let low = first, high = list.length - 1; low < high; low++, high--) {
    const moved = list[low];
    const other = list[high];
    if (moved === undefined || other === undefined) continue;
    list[low] = other;
    list[high] = moved;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Null, false, and what the binding made of a regular expression or a big integer, whose parts are told beside. */
function isAbsent(value: unknown): boolean {
  return (
    value === null || value === undefined || value === false || typeof value === 'bigint' || value instanceof RegExp
  );
}

function parserOptions(mode: ParseMode): { file: string; options: ParserOptions } {
  if (mode.language === 'javascript') {
    const sourceType = mode.dialect === 'cjs' ? 'commonjs' : 'unambiguous';
    return { file: 'file.jsx', options: { lang: 'jsx', astType: 'js', sourceType, preserveParens: false } };
  }
  const lang = mode.dialect === 'tsx' ? 'tsx' : mode.dialect === 'd.ts' ? 'dts' : 'ts';
  const sourceType = mode.dialect === 'cts' ? 'commonjs' : 'module';
  return { file: `file.${lang}`, options: { lang, astType: 'ts', sourceType, preserveParens: false } };
}

/** JSON text; a number that JSON cannot hold is `1e+400`, a lone surrogate stays escaped. */
function scalarText(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return '1e+400';
  return JSON.stringify(value) ?? 'null';
}

function errorRange(error: OxcError): ErrorRange {
  const label = error.labels[0];
  return { start: label?.start ?? 0, end: label?.end ?? 0, message: error.message };
}
