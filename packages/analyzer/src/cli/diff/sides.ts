import { existsSync } from 'node:fs';
import { AnalyzerError } from '@analyzer/contracts';

const HINT = 'Type two sides, such as v1.4:. and . or two folders; or one range of revisions, such as v1.4..v1.5.';

/** What to compare, each a folder or `REV:PATH`. */
export interface Sides {
  before: string;
  after: string;
  /** The side `before` is the merge base of these two revisions; absent if it is `before` itself. */
  baseOf?: [string, string];
}

/**
 * Reads the arguments of `diff`. One argument is a range or a revision of the current folder, as in `git diff`: `A..B`
 * compares A with B (`HEAD` if empty), `REV` compares it with the work tree, `REV:PATH` with PATH in the work tree.
 * `A...B` compares the merge base of both with B, and `REV...` that of REV and `HEAD` with the work tree.
 *
 * @param after absent if the user typed one argument
 * @throws {AnalyzerError} `usage`
 */
export function sidesOf(before: string, after: string | undefined): Sides {
  if (after !== undefined) return { before, after };
  if (existsSync(before)) throw usage(`diff needs something to compare ${before} with`);
  const [, left, right] = /^([^:]+)\.{3}([^:.]*)$/.exec(before) ?? [];
  if (left !== undefined && !left.endsWith('.')) {
    const after = right ? `${right}:.` : '.';
    return { before: `${left}:.`, after, baseOf: [left, right || 'HEAD'] };
  }
  const [from = '', to, ...rest] = before.split('..');
  if (to === undefined) return besideWorkTree(before);
  if (rest.length > 0 || to.startsWith('.')) throw usage(`${before} is not a range of two revisions`);
  return { before: `${from || 'HEAD'}:.`, after: `${to || 'HEAD'}:.` };
}

function besideWorkTree(written: string): Sides {
  const colon = written.indexOf(':');
  if (colon < 0) return { before: `${written}:.`, after: '.' };
  const path = written.slice(colon + 1);
  if (path === '') throw usage(`diff needs something to compare ${written} with`);
  return { before: written, after: path };
}

function usage(problem: string): AnalyzerError {
  return new AnalyzerError('usage', { problem }, { hint: HINT });
}
