import { startPython } from '../../python-process.ts';
import type { Reader, Reading } from '../reading.ts';

type Row = [line: number, ...words: string[]];
type Answer = { declarations: Row[]; imports: Row[]; calls: Row[] } | null;

/** Python by CPython's `ast`, in a process that parses files and never imports or runs them. */
export async function startPythonReader(): Promise<Reader & { close(): void }> {
  const { tool, ask, close } = await startPython('src/truth/readers/python.py');
  return {
    tool,
    async read(_source, file) {
      const answer = (await ask(file)) as Answer;
      return answer === null ? undefined : reading(answer);
    },
    close,
  };
}

function reading({ declarations, imports, calls }: NonNullable<Answer>): Reading {
  const locationOf = ([line, name = '']: Row) => ({ line, name });
  return {
    declarations: declarations.map(([line, kind = '', name = '']) => ({ line, kind, name })),
    imports: imports.map(locationOf),
    calls: calls.map(locationOf),
  };
}
