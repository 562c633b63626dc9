import type { ChildProcess } from 'node:child_process';
import { AnalyzerError } from '@analyzer/contracts';

const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);

/** Whether an error or one of its causes is the limit on open files. */
export function isTooManyOpenFiles(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && CODES.has(at.code)) return true;
  return false;
}

/** Whether a process that ended wrote of the limit on open files: of Node, or of Rust. */
export function saysTooManyOpenFiles(text: string): boolean {
  return /\b(EMFILE|ENFILE)\b|Too many open files/.test(text);
}

export function tooManyOpenFiles(cause?: unknown): AnalyzerError {
  return new AnalyzerError(
    'too_many_open_files',
    {},
    { hint: 'Raise the limit, for example with ulimit -n 1024.', cause },
  );
}

/**
 * At the limit on open files, Node returns a process without streams, and emits an error later.
 *
 * @throws {AnalyzerError} `too_many_open_files`
 */
export function withStreams<Child extends ChildProcess>(child: Child): Child {
  if (child.stdio !== undefined) return child;
  child.on('error', () => undefined);
  throw tooManyOpenFiles();
}
