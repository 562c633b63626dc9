import { AnalyzerError, type FieldError } from '@analyzer/contracts';
import type { Snapshot } from '#index/port.ts';
import { type ListData, type Listing, type PageParams, pageOf } from './answer/page.ts';
import { sizeOf } from './answer/size.ts';
import { checkParams } from './request/check-params.ts';
import type { ObjectSchema, Validator } from './request/validator.ts';

/** An operation on an index. Every interface offers all operations. */
export interface Operation {
  readonly name: string;
  /** What it returns and when to use it, for people and models. */
  readonly description: string;
  /** JSON Schema of its parameters. */
  readonly params: ObjectSchema;
  /** JSON Schema of its answer's `data`. */
  readonly data: ObjectSchema;
  /**
   * @param params unchecked
   * @returns the errors, or a function that answers
   */
  prepare(params: object): { errors: FieldError[] } | { answer: Answer };
}

/**
 * @param maxBytes of the data as compact JSON
 * @returns the data
 * @throws AnalyzerError `not_found`, `invalid_request`, `result_too_large`, `cancelled`, `timeout`
 */
export type Answer = (snapshot: Snapshot, maxBytes: number) => object;

interface Contract<P> {
  name: string;
  description: string;
  params: ObjectSchema;
  data: ObjectSchema;
  validate: Validator<P>;
}

/** An operation whose answer is not paged. */
export function singleOperation<P, Data extends object>(
  definition: Contract<P> & {
    /** The parameter to lower when the answer is too large. */
    lower?: keyof P & string;
    answer(snapshot: Snapshot, params: P): Data;
  },
): Operation {
  return operation(definition, (params) => (snapshot, maxBytes) => {
    const data = definition.answer(snapshot, params);
    const { bytes } = sizeOf(data);
    if (bytes <= maxBytes) return data;
    throw new AnalyzerError(
      'result_too_large',
      { problem: `the answer has ${bytes} bytes, more than the ${maxBytes} allowed` },
      definition.lower === undefined ? {} : { hint: `Lower ${definition.lower}.` },
    );
  });
}

/** An operation that returns a page of a list. */
export function listOperation<P extends PageParams, Item extends object>(
  definition: Contract<P> & { list(snapshot: Snapshot, params: P): Listing<Item> },
): Operation {
  return operation(definition, (params) => (snapshot, maxBytes): ListData<Item> => {
    return pageOf(definition.list(snapshot, params), params, maxBytes);
  });
}

function operation<P>(
  { name, description, params: schema, data, validate }: Contract<P>,
  answer: (params: P) => Answer,
): Operation {
  return {
    name,
    description,
    params: schema,
    data,
    prepare(given) {
      const checked = checkParams(given, schema, validate, '/params');
      return 'errors' in checked ? checked : { answer: answer(checked.params) };
    },
  };
}
