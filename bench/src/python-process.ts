import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BENCH } from './folders.ts';

/** A CPython script that answers each line with a line of JSON. */
export interface PythonProcess {
  /** `CPython` and its version. */
  tool: string;
  ask(question: unknown): Promise<unknown>;
  close(): void;
}

/**
 * Starts a script that first prints its version and then answers each line with one line.
 *
 * @param script below the folder of the bench
 * @throws when python3 does not start; `ask` throws when the script has ended
 */
export async function startPython(script: string): Promise<PythonProcess> {
  const child = spawn('python3', ['-I', join(BENCH, script)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`python3 does not start (is it installed?): ${error.message}`)));
    child.once('exit', (code, signal) => reject(new Error(`${script} ended with ${signal ?? code}`)));
  });
  // The end of the process is an error only while an answer is awaited.
  failed.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await Promise.race([lines.next(), failed])).value ?? 'null');
  return {
    tool: `CPython ${String(await next())}`,
    ask(question) {
      child.stdin.write(`${JSON.stringify(question)}\n`);
      return next();
    },
    close: () => child.stdin.end(),
  };
}
