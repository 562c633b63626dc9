import { constants } from 'node:os';

/** How a worker process ended unexpectedly. */
export interface Death {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of its stderr. */
  stderr: string;
}

/** Messages of Rust, V8, Emscripten (`Aborted()` if `malloc` fails in tree-sitter) and JavaScript's `RangeError`s. */
const OUT_OF_MEMORY = /out of memory|allocation failed|memory allocation of|^Aborted\(|invalid (string|array) length/i;
const OUT_OF_STACK = /stack overflow|overflowed its stack|maximum call stack size/i;
const WINDOWS_STACK_OVERFLOW = 0xc00000fd;

/** @returns the error of a parser, in words */
export function describeDefect(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return exhausted(message) ?? `the parser failed: ${message}`;
}

function exhausted(message: string): string | undefined {
  if (OUT_OF_MEMORY.test(message)) return 'the parser ran out of memory';
  return OUT_OF_STACK.test(message) ? 'the parser ran out of stack' : undefined;
}

/** @returns the known cause in words */
export function describeDeath({ code, signal, stderr }: Death): string {
  const cause = exhausted(stderr);
  if (cause !== undefined) return cause;
  if (code === WINDOWS_STACK_OVERFLOW) return 'the parser ran out of stack';
  if (signal === 'SIGSEGV' || signal === 'SIGBUS') {
    return `the parser's process died of ${signal}, probably of a stack overflow`;
  }
  if (signal === 'SIGKILL')
    return `the parser's process was killed by another process, possibly because memory ran out`;
  if (signal !== null) return `the parser's process died of ${signal} (signal ${constants.signals[signal]})`;
  return `the parser's process ended with exit code ${code}`;
}
