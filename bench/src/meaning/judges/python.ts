import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BENCH } from '../../folders.ts';
import type { Judge, Verdict } from '../judge.ts';

/** CPython's `ast`, in a process that only parses. */
export async function startPythonJudge(): Promise<Judge & { close(): void }> {
  const child = spawn('python3', ['-I', join(BENCH, 'src/meaning/judges/python.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = new Promise<never>((_, reject) => {
    child.once('error', (error) => reject(new Error(`python3 does not start (is it installed?): ${error.message}`)));
    child.once('exit', (code, signal) => reject(new Error(`the Python judge ended with ${signal ?? code}`)));
  });
  // Only an awaited answer makes its end an error.
  failed.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse((await Promise.race([lines.next(), failed])).value ?? 'null');
  const version = await next();
  return {
    tool: `CPython ${String(version)}`,
    async compare(a, b) {
      child.stdin.write(`${JSON.stringify([a, b])}\n`);
      return verdict(await next());
    },
    close: () => child.stdin.end(),
  };
}

function verdict(answer: unknown): Verdict {
  if (answer === 'same' || answer === 'different' || answer === 'none') return answer;
  throw new Error(`the Python judge answered ${JSON.stringify(answer)}`);
}
