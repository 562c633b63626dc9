import { digitRange } from './digit-range.ts';
import { choice, type Expression, literal, sequence } from './expression.ts';
import { anyCharacter, patternExpression } from './pattern.ts';
import { Rules } from './rules.ts';

/** A JSON Schema without references to other documents. */
export interface GrammarSchema {
  readonly [keyword: string]: unknown;
}

/**
 * A keyword of schemas: JSON Pointers to the keywords that the grammar does not express. They are checked after
 * generation, by validating the reply with the schema.
 */
export const OMITS = 'x-grammar-omits';

/** Keywords that allow any value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$defs', '$comment', 'title', 'description', 'default', 'examples', OMITS],
]);

/** The keywords of each type that the grammar expresses. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  integer: ['minimum', 'maximum'],
  string: ['pattern', 'minLength', 'maxLength'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

/** Digits of the largest integers without a limit: all are exact in JavaScript. */
const MAX_DIGITS = 15;

/**
 * A GBNF grammar of the documents of a schema, for constrained decoding. It accepts compact JSON as `JSON.stringify`
 * writes it, with all properties in the order of the schema. llama.cpp and XGrammar accept its dialect.
 *
 * @param comment first line of the grammar
 * @throws RangeError for a keyword that the grammar does not express and that is not listed in `x-grammar-omits`, or that
 * is listed and expressed
 */
export function grammarOf(schema: GrammarSchema, comment: string): string {
  const emitter = new Emitter(schema);
  return `# ${comment}\n${emitter.grammar()}`;
}

class Emitter {
  readonly #root: GrammarSchema;
  readonly #rules = new Rules();
  readonly #listed: ReadonlySet<string>;
  /** Listed pointers to no keyword that was met. */
  readonly #unmet: Set<string>;
  /** Definitions around the current schema. */
  readonly #open = new Set<string>();

  constructor(root: GrammarSchema) {
    this.#root = root;
    this.#listed = new Set(stringsOf(root[OMITS] ?? []));
    this.#unmet = new Set(this.#listed);
  }

  grammar(): string {
    const root = this.#value(this.#root, '', '');
    const [unmet] = this.#unmet;
    if (unmet !== undefined)
      throw new RangeError(`${OMITS} lists ${unmet}, which the grammar expresses or the schema lacks`);
    return this.#rules.print(root);
  }

  /** @param at pointer to the schema @param hint for the names of rules */
  #value(schema: GrammarSchema, at: string, hint: string): Expression {
    if (schema.$ref !== undefined) return this.#reference(schema, at);
    if ('const' in schema) return this.#constants(schema, 'const', [schema.const], at);
    if (Array.isArray(schema.enum)) return this.#constants(schema, 'enum', schema.enum, at);
    if (Array.isArray(schema.anyOf)) {
      this.#require(schema, at, ['anyOf']);
      return choice(
        schema.anyOf.map((option, index) => this.#rule(option, `${at}/anyOf/${index}`, `${hint}-${index + 1}`)),
      );
    }
    const types = typeof schema.type === 'string' ? [schema.type] : stringsOf(schema.type ?? []);
    if (types.length === 0) throw new RangeError(`${at || '/'}: a schema needs type, const, enum, anyOf or $ref`);
    this.#require(schema, at, ['type', ...types.flatMap((type) => KEYWORDS[type] ?? [])]);
    return choice(types.map((type) => this.#typed(type, schema, at, hint)));
  }

  #typed(type: string, schema: GrammarSchema, at: string, hint: string): Expression {
    switch (type) {
      case 'null':
        return literal('null');
      case 'boolean':
        return choice([literal('true'), literal('false')]);
      case 'integer':
        return this.#integer(schema, at);
      case 'string':
        return this.#string(schema, at);
      case 'array':
        return this.#array(schema, at, hint);
      case 'object':
        return this.#object(schema, at, hint);
      default:
        throw new RangeError(`${at}/type: the grammar does not support ${type}`);
    }
  }

  #reference(schema: GrammarSchema, at: string): Expression {
    this.#require(schema, at, ['$ref']);
    const name = /^#\/\$defs\/([\w-]+)$/.exec(String(schema.$ref))?.[1] ?? '';
    if (this.#open.has(name)) throw new RangeError(`${at}/$ref: the grammar does not support recursion`);
    this.#open.add(name);
    const target = Object(this.#root.$defs)[name];
    if (target === undefined) throw new RangeError(`${at}/$ref: no such definition`);
    const expression = this.#rule(target, `/$defs/${name}`, name);
    this.#open.delete(name);
    return expression;
  }

  /** A value that is a rule if it consists of several parts. */
  #rule(schema: unknown, at: string, hint: string): Expression {
    const expression = this.#value(schemaOf(schema, at), at, hint);
    const isShort = expression.kind === 'literal' || expression.kind === 'rule';
    return isShort ? expression : this.#rules.define(hint, expression);
  }

  #constants(schema: GrammarSchema, keyword: string, values: readonly unknown[], at: string): Expression {
    this.#require(schema, at, [keyword, 'type']);
    return choice(values.map((value) => literal(JSON.stringify(value))));
  }

  #integer({ minimum, maximum }: GrammarSchema, at: string): Expression {
    const largest = 10 ** MAX_DIGITS - 1;
    const [least, most] = [minimum ?? -largest, maximum ?? largest];
    if (typeof least !== 'number' || typeof most !== 'number' || least > most) {
      throw new RangeError(`${at}: no integer is in the range`);
    }
    const options = [
      ...(least < 0 ? [`-${digitRange(Math.max(1, -most), -least)}`] : []),
      ...(most >= 0 ? [digitRange(Math.max(0, least), most)] : []),
    ];
    return patternExpression(`^(?:${options.join('|')})$`, this.#rules);
  }

  #string({ pattern, minLength, maxLength }: GrammarSchema, at: string): Expression {
    const quote = literal('"');
    if (pattern === undefined) {
      const max = numberOf(maxLength, Number.POSITIVE_INFINITY);
      const content = max === 0 ? [] : [this.#rules.repeat('char', anyCharacter(), numberOf(minLength, 0), max)];
      return sequence([quote, ...content, quote]);
    }
    // Their intersection with the pattern is not expressed; a pattern can contain the lengths.
    if (minLength !== undefined) this.#omit(`${at}/minLength`);
    if (maxLength !== undefined) this.#omit(`${at}/maxLength`);
    return sequence([quote, patternExpression(String(pattern), this.#rules), quote]);
  }

  #array({ items, minItems, maxItems }: GrammarSchema, at: string, hint: string): Expression {
    const [min, max] = [numberOf(minItems, 0), numberOf(maxItems, Number.POSITIVE_INFINITY)];
    if (max === 0) return literal('[]');
    const item = this.#rule(items, `${at}/items`, `${hint}-item`);
    const next = this.#rules.define(`${hint}-next`, sequence([literal(','), item]));
    const more = max === 1 ? [] : [this.#rules.repeat(`${hint}-next`, next, Math.max(0, min - 1), max - 1)];
    const filled = sequence([literal('['), item, ...more, literal(']')]);
    return min === 0 ? choice([literal('[]'), filled]) : filled;
  }

  #object({ properties, additionalProperties }: GrammarSchema, at: string, hint: string): Expression {
    if (additionalProperties !== false) throw new RangeError(`${at}: additionalProperties must be false`);
    const parts = Object.entries(Object(properties)).flatMap(([key, schema], index) => {
      const value = this.#rule(schema, `${at}/properties/${pointerStep(key)}`, hint === '' ? key : `${hint}-${key}`);
      return [literal(`${index === 0 ? '' : ','}${JSON.stringify(key)}:`), value];
    });
    return sequence([literal('{'), ...parts, literal('}')]);
  }

  /** Every other keyword must be listed as omitted. */
  #require(schema: GrammarSchema, at: string, expressed: readonly string[]): void {
    for (const keyword of Object.keys(schema)) {
      if (!expressed.includes(keyword) && !ANNOTATIONS.has(keyword)) this.#omit(`${at}/${keyword}`);
    }
  }

  #omit(pointer: string): void {
    this.#unmet.delete(pointer);
    if (!this.#listed.has(pointer)) {
      throw new RangeError(`the grammar does not express ${pointer}: list it in ${OMITS}`);
    }
  }
}

function schemaOf(value: unknown, at: string): GrammarSchema {
  if (typeof value !== 'object' || value === null) throw new RangeError(`${at}: the grammar needs a schema`);
  return { ...value };
}

function stringsOf(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw new RangeError('a list of strings is expected');
}

function numberOf(value: unknown, missing: number): number {
  return typeof value === 'number' ? value : missing;
}

function pointerStep(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
