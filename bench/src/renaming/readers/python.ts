import { startPython } from '../../python-process.ts';
import type { LocalsReader } from '../locals.ts';

interface Answer {
  occurrences?: [at: number, name: string][];
  shared?: boolean;
  unsafe?: string;
}

/** Python by CPython's `ast` and `symtable`, in a process that never runs the code. */
export async function startPythonLocals(): Promise<LocalsReader & { close(): void }> {
  const { tool, ask, close } = await startPython('src/renaming/readers/python.py');
  return {
    tool,
    async locals({ source, from }) {
      const line = source.slice(0, from).split('\n').length;
      const { occurrences = [], shared, unsafe } = (await ask([source, line])) as Answer;
      if (unsafe !== undefined) return { unsafe };
      return {
        occurrences: occurrences.map(([at, name]) => ({ at, name })),
        traits: new Set(shared ? ['shared'] : []),
      };
    },
    close,
  };
}
