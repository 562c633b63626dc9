import { type OxcError, type ParserOptions, parseSync } from 'oxc-parser';
import type { ParseMode } from '../../engine.ts';
import { NameTable } from '../flat-tree.ts';
import type { Adapter, ErrorRange, Parsed } from './adapter.ts';
import { TreeBuilder } from './tree-builder.ts';

const TOP_LEVEL_RETURN = /A 'return' statement can only be used within a function body|Illegal return/i;
const NOT_FACTS = new Set(['type', 'start', 'end', 'range', 'comments', 'tokens']);

/** JS and TS by oxc's ESTree. oxc cannot be cancelled: its deadline is the end of the worker process. */
export class OxcAdapter implements Adapter {
  readonly names = new NameTable();
  readonly #builder = new TreeBuilder(this.names);
  readonly #list = this.names.id('[]');
  readonly #object = this.names.id('{}');
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
    const names = this.names;
    const texts: (string | undefined)[] = [];
    const values: unknown[] = [program];
    const fields: number[] = [0];
    const parents: number[] = [-1];
    builder.begin();
    while (values.length > 0) {
      const value = values.pop();
      const field = fields.pop() ?? 0;
      const parent = parents.pop() ?? -1;
      const above = parent < 0 ? 0 : parent;
      if (value === null || value === undefined || value instanceof RegExp || typeof value === 'bigint') {
        builder.push(this.#null, field, builder.start[above] ?? 0, builder.start[above] ?? 0, parent);
      } else if (typeof value !== 'object') {
        const node = builder.push(this.#scalar, field, builder.start[above] ?? 0, builder.end[above] ?? 0, parent);
        texts[node] = scalarText(value);
      } else if (Array.isArray(value)) {
        const node = builder.push(this.#list, field, builder.start[above] ?? 0, builder.end[above] ?? 0, parent);
        for (let i = value.length - 1; i >= 0; i--) {
          values.push(value[i]);
          fields.push(0);
          parents.push(node);
        }
      } else {
        const entries = Object.entries(value);
        let kind = this.#object;
        let start = builder.start[above] ?? 0;
        let end = builder.end[above] ?? 0;
        for (let i = 0; i < entries.length; i++) {
          const entry = entries[i];
          if (entry === undefined) continue;
          if (entry[0] === 'type' && typeof entry[1] === 'string') kind = names.id(entry[1]);
          else if (entry[0] === 'start' && typeof entry[1] === 'number') start = entry[1];
          else if (entry[0] === 'end' && typeof entry[1] === 'number') end = entry[1];
        }
        const node = builder.push(kind, field, start, end, parent);
        for (let i = entries.length - 1; i >= 0; i--) {
          const entry = entries[i];
          if (entry === undefined || NOT_FACTS.has(entry[0])) continue;
          values.push(entry[1]);
          fields.push(names.id(entry[0]));
          parents.push(node);
        }
      }
    }
    this.#texts = texts;
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
