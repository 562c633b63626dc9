import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BENCH } from '../../folders.ts';
import type { Reader, Reading } from '../reading.ts';

type Row = [line: number, ...words: string[]];
type Answer = { declarations: Row[]; imports: Row[]; calls: Row[] } | null;

/** Python by CPython's `ast`, in a process that parses files and never imports or runs them. */
export async function startPythonReader(): Promise<Reader & { close(): void }> {
  const script = join(BENCH, 'src/truth/readers/python.py');
  const child = spawn('python3', ['-I', script], { stdio: ['pipe', 'pipe', 'inherit'] });
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
    async read(_source, file) {
      child.stdin.write(`${JSON.stringify(file)}\n`);
      const answer = (await next()) as Answer;
      return answer === null ? undefined : reading(answer);
    },
    close: () => child.stdin.end(),
  };
}

function reading({ declarations, imports, calls }: NonNullable<Answer>): Reading {
  const place = ([line, name = '']: Row) => ({ line, name });
  return {
    declarations: declarations.map(([line, kind = '', name = '']) => ({ line, kind, name })),
    imports: imports.map(place),
    calls: calls.map(place),
  };
}
