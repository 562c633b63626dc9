import type { FieldError } from '@analyzer/contracts';
import { invalidRequest } from '#query/request/field-errors.ts';

/** A value of the configuration that contradicts the index or another value. */
export interface ConfigProblem {
  /** JSON Pointer into the configuration. */
  pointer: string;
  code: FieldError['code'];
  message: string;
  /** What the user can do. */
  hint: string;
}

/** Where a configuration is in a request. */
export const CONFIG_POINTER = '/params/config';

const MAX_PROBLEMS = 20;

/** @throws AnalyzerError `invalid_request` with the pointers of all problems and the remedy of the first */
export function refuseProblems(problems: readonly ConfigProblem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const errors = problems.slice(0, MAX_PROBLEMS).map(({ pointer, code, message }) => ({
    pointer: CONFIG_POINTER + pointer,
    code,
    message,
  }));
  throw invalidRequest(errors, first.hint);
}
