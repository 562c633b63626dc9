import type { FieldError } from '@analyzer/contracts';
import type { Snapshot } from '#index/port.ts';
import { largestFitting, requireFit } from './answer/lower.ts';
import { type ListData, type Listing, type PageParams, pageOf } from './answer/page.ts';
import { fits, type SizeLimits, sizeOf } from './answer/size.ts';
import type { CodeText, ParsedCode } from './code.ts';
import { checkParams } from './request/check-params.ts';
import type { ObjectSchema, Validator } from './request/validator.ts';

/** An operation on an index. Every interface offers all operations. */
export interface Operation {
  readonly name: string;
  /** What it returns and when to use it, for people and models. */
  readonly description: string;
  /** JSON Schema of its parameters. */
  readonly params: ObjectSchema;
  /** Names of parameters of which a request has exactly one. */
  readonly exactlyOne?: readonly string[];
  /** Maximum bytes of a request over a network, if more than those of other operations. */
  readonly maxRequestBytes?: number;
  /** It compares with an earlier index. */
  readonly needsEarlier?: boolean;
  /** JSON Schema of its answer's `data`. */
  readonly data: ObjectSchema;
  /**
   * @param params unchecked
   * @returns the errors, or a function that answers, and the source text that its caller must parse before
   */
  prepare(params: object): { errors: FieldError[] } | Prepared;
}

export interface Prepared {
  answer: Answer;
  code?: CodeText;
}

/**
 * @param limits of the data
 * @returns the data
 * @throws AnalyzerError `not_found`, `invalid_request`, `result_too_large`, `cancelled`, `timeout`
 */
export type Answer = (snapshot: Snapshot, limits: SizeLimits, caller?: Caller) => object;

/** What the caller of an operation does with the answer. */
export interface Caller {
  /** It reads project files and completes answers that need source. Else such requests are refused. */
  completesSource?: boolean;
  /** The parsed source text of the request. */
  code?: ParsedCode;
  /** Reads the earlier index to compare with; absent without one. */
  readEarlier?: <T>(work: (snapshot: Snapshot) => T) => T;
}

export interface Contract<P> {
  name: string;
  description: string;
  params: ObjectSchema;
  data: ObjectSchema;
  validate: Validator<P>;
  exactlyOne?: readonly string[];
  maxRequestBytes?: number;
  needsEarlier?: boolean;
  /** Source text in the parameters. */
  codeOf?(params: P): CodeText;
}

/** A parameter, at least 1, that decides the size of an answer. */
interface Lowered<P> {
  name: keyof P & string;
  value(params: P): number;
  replace(params: P, value: number): P;
}

/** What answers a request whose answer is not paged. */
export interface Single<P, Data extends object> {
  /** The parameter to lower when the answer is too large. */
  lower?: Lowered<P>;
  answer(snapshot: Snapshot, params: P, caller: Caller): Data;
}

/** An operation whose answer is not paged. */
export function singleOperation<P, Data extends object>(definition: Contract<P> & Single<P, Data>): Operation {
  return operation(
    definition,
    (params) =>
      (snapshot, limits, caller = {}) =>
        fittingAnswer(definition, snapshot, params, limits, caller),
  );
}

/** @throws AnalyzerError `result_too_large`, with the value to which a parameter must be lowered */
export function fittingAnswer<P, Data extends object>(
  { lower, answer }: Single<P, Data>,
  snapshot: Snapshot,
  params: P,
  limits: SizeLimits,
  caller: Caller,
): Data {
  return requireFit(answer(snapshot, params, caller), limits, () => {
    if (lower === undefined) return 'Use an interface without this limit, such as the command line.';
    const { name, value, replace } = lower;
    return largestFitting(name, value(params), (smaller) =>
      fits(sizeOf(answer(snapshot, replace(params, smaller), caller)), limits),
    );
  });
}

/** An operation that returns a page of a list. */
export function listOperation<P extends PageParams, Item extends object>(
  definition: Contract<P> & { list(snapshot: Snapshot, params: P): Listing<Item> },
): Operation {
  return operation(definition, (params) => (snapshot, limits): ListData<Item> => {
    return pageOf(definition.list(snapshot, params), params, limits);
  });
}

/** An operation that keeps to the limits itself. */
export function operation<P>(
  { name, description, params: schema, data, validate, exactlyOne, maxRequestBytes, needsEarlier, codeOf }: Contract<P>,
  answer: (params: P) => Answer,
): Operation {
  return {
    name,
    description,
    params: schema,
    data,
    ...(exactlyOne === undefined ? {} : { exactlyOne }),
    ...(maxRequestBytes === undefined ? {} : { maxRequestBytes }),
    ...(needsEarlier === undefined ? {} : { needsEarlier }),
    prepare(given) {
      const checked = checkParams(given, { schema, validate, exactlyOne }, '/params');
      if ('errors' in checked) return checked;
      return { answer: answer(checked.params), ...(codeOf && { code: codeOf(checked.params) }) };
    },
  };
}
