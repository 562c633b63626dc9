import { AnalyzerError } from '@analyzer/contracts';
import { fits, type Size, type SizeLimits, sizeOf } from './size.ts';

/**
 * @param hintOf the remedy if the data are too large
 * @returns the data
 * @throws AnalyzerError `result_too_large`
 */
export function requireFit<Data extends object>(data: Data, limits: SizeLimits, hintOf: () => string): Data {
  if (limits.maxChars === undefined && limits.maxBytes === undefined) return data;
  const size = sizeOf(data);
  if (fits(size, limits)) return data;
  throw new AnalyzerError('result_too_large', { problem: excess(size, limits) }, { hint: hintOf() });
}

function excess({ chars, bytes }: Size, { maxChars, maxBytes }: SizeLimits): string {
  return maxChars !== undefined && chars > maxChars
    ? `the answer has ${chars} characters, more than the ${maxChars} allowed`
    : `the answer has ${bytes} bytes, more than the ${maxBytes} allowed`;
}

/**
 * Names the largest value of a parameter with which the answer fits, found by binary search.
 *
 * @param name of the parameter
 * @param tooLarge a value with which the answer is too large
 */
export function largestFitting(name: string, tooLarge: number, isSmall: (value: number) => boolean): string {
  let fitting = 0;
  for (let most = tooLarge; most - fitting > 1; ) {
    const middle = Math.floor((fitting + most) / 2);
    if (isSmall(middle)) fitting = middle;
    else most = middle;
  }
  return fitting === 0
    ? `Even ${name} 1 is too large; use an interface without this limit.`
    : `Lower ${name} to ${fitting}.`;
}
