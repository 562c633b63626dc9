import { constants } from 'node:os';

/** How a worker process ended that was not told to. */
export interface Death {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The end of what it wrote to stderr. */
  stderr: string;
}

const OUT_OF_MEMORY = /out of memory|allocation failed|memory allocation of/i;
const OUT_OF_STACK = /stack overflow|overflowed its stack/i;
const WINDOWS_STACK_OVERFLOW = 0xc00000fd;

/** @returns the cause in words, as far as the system lets it be known */
export function describeDeath({ code, signal, stderr }: Death): string {
  if (OUT_OF_MEMORY.test(stderr)) return 'the parser ran out of memory';
  if (OUT_OF_STACK.test(stderr) || code === WINDOWS_STACK_OVERFLOW) return 'the parser ran out of stack';
  if (signal === 'SIGSEGV' || signal === 'SIGBUS') {
    return `the parser's process died of ${signal}, most likely because its stack ran out`;
  }
  if (signal === 'SIGKILL') return `the parser's process was killed from outside, perhaps for want of memory`;
  if (signal !== null) return `the parser's process died of ${signal} (signal ${constants.signals[signal]})`;
  return `the parser's process ended with exit code ${code}`;
}
