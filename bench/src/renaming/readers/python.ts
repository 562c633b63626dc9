import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BENCH } from '../../folders.ts';
import type { LocalsReader } from '../locals.ts';

interface Answer {
  occurrences?: [at: number, name: string][];
  shared?: boolean;
  unsafe?: string;
}

/** Python by CPython's `ast` and `symtable`, in a process that never runs what it reads. */
export async function startPythonLocals(): Promise<LocalsReader & { close(): void }> {
  const child = spawn('python3', ['-I', join(BENCH, 'src/renaming/readers/python.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`python3 does not start (is it installed?): ${error.message}`)));
    child.once('exit', (code, signal) => reject(new Error(`the Python reader ended with ${signal ?? code}`)));
  });
  // Only an awaited answer makes its end an error.
  failed.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await Promise.race([lines.next(), failed])).value ?? 'null');
  const version = await next();
  return {
    tool: `CPython ${String(version)}`,
    async locals({ source, from }) {
      child.stdin.write(`${JSON.stringify([source, source.slice(0, from).split('\n').length])}\n`);
      const { occurrences = [], shared, unsafe } = (await next()) as Answer;
      if (unsafe !== undefined) return { unsafe };
      return {
        occurrences: occurrences.map(([at, name]) => ({ at, name })),
        traits: new Set(shared ? ['shared'] : []),
      };
    },
    close: () => child.stdin.end(),
  };
}
