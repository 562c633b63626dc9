import { invalidRequest } from './field-errors.ts';
import { DEEPEST, TOO_DEEP } from './nesting.ts';

/** A configuration of 8 MiB has fewer: its values are names and paths. */
export const MAX_VALUES = 200_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Limits the nesting and the number of values of a JSON text before it is parsed: a value needs up to 100 times the memory of
 * its text.
 *
 * @param maxDepth of lists and objects
 * @throws AnalyzerError `invalid_request`
 */
export function checkExtent(bytes: Uint8Array, maxDepth = DEEPEST): void {
  let [depth, values, isInString] = [0, 0, false];
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (isInString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (byte === COMMA) values++;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++;
      depth++;
      if (depth > maxDepth) throw tooDeep();
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    if (values > MAX_VALUES) throw tooManyValues();
  }
}

export function tooDeep(): Error {
  return invalidRequest([{ pointer: '', code: 'wrong_type', message: `the request is ${TOO_DEEP}` }]);
}

function tooManyValues(): Error {
  const message = `the request has more than ${MAX_VALUES.toLocaleString('en')} values`;
  return invalidRequest([{ pointer: '', code: 'out_of_range', message }]);
}
