import { type EventFacts, factsOf, TEXT_KEYS } from './facts.ts';
import { isKind, KINDS } from './kinds.ts';
import { isObject, own, secondsIn } from './values.ts';

/** One entry of the `detail` list of a 422, in the format that existing clients read. */
export interface Complaint {
  type: string;
  loc: (string | number)[];
  msg: string;
  input: unknown;
  ctx?: Record<string, unknown>;
}

export type Checked = { facts: EventFacts } | { complaints: Complaint[] };

const INPUT_LIMIT = 1_000;
const QUOTED = KINDS.map((kind) => `'${kind}'`);
const EXPECTED = `${QUOTED.slice(0, -1).join(', ')} or ${QUOTED.at(-1)}`;

/**
 * Checks whether a parsed body is an event.
 *
 * @param value the result of `JSON.parse`
 * @returns the facts of the event, or all problems
 */
export function checkEvent(value: unknown): Checked {
  if (!isObject(value)) return { complaints: [notAnObject(value)] };
  const complaints: Complaint[] = [];
  const type = own(value, 'type');
  if (!Object.hasOwn(value, 'type')) {
    complaints.push({ type: 'missing', loc: ['body', 'type'], msg: 'Field required', input: brief(value) });
  } else if (!isKind(type)) {
    complaints.push({
      type: 'literal_error',
      loc: ['body', 'type'],
      msg: `Input should be ${EXPECTED}`,
      input: brief(type),
      ctx: { expected: EXPECTED },
    });
  }
  for (const key of TEXT_KEYS) {
    const text = own(value, key) ?? null;
    if (text === null || typeof text === 'string') continue;
    complaints.push(wrong('string_type', key, 'Input should be a valid string', text));
  }
  const diff = own(value, 'diff') ?? null;
  if (diff !== null && !isObject(diff)) {
    complaints.push(wrong('dict_type', 'diff', 'Input should be a valid dictionary', diff));
  }
  if (Object.hasOwn(value, 'timestamp')) complaints.push(...checkTimestamp(own(value, 'timestamp')));
  return complaints.length === 0 && isKind(type) ? { facts: factsOf(value, type) } : { complaints };
}

/** The problem of a body that is JSON but not an object. */
export function notAnObject(value: unknown): Complaint {
  return {
    type: 'model_attributes_type',
    loc: ['body'],
    msg: 'Input should be a valid dictionary or object to extract fields from',
    input: brief(value),
  };
}

function checkTimestamp(value: unknown): Complaint[] {
  if (secondsIn(value) !== null) return [];
  if (typeof value === 'string') {
    const msg = 'Input should be a valid integer, unable to parse string as an integer';
    return [wrong('int_parsing', 'timestamp', msg, value)];
  }
  return [wrong('int_type', 'timestamp', 'Input should be a valid integer', value)];
}

function wrong(type: string, key: string, msg: string, input: unknown): Complaint {
  return { type, loc: ['body', key], msg, input: brief(input) };
}

/** The input, unless it is long: an error response must not be larger than the request. */
export function brief(input: unknown): unknown {
  const text = JSON.stringify(input) ?? 'null';
  return text.length <= INPUT_LIMIT ? input : `${text.slice(0, INPUT_LIMIT)}…`;
}
