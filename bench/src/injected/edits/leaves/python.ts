import { startPython } from '../../../python-process.ts';
import { type CodeReader, position } from './leaves.ts';

type Point = [line: number, column: number];

interface Answer {
  leaves: Point[];
  lists: [from: Point, to: Point][][];
}

/** Python by CPython's `tokenize` and `ast`, in a process that never runs the code. */
export async function startPythonCode(): Promise<{ read: CodeReader; close(): void }> {
  const { ask, close } = await startPython('src/injected/edits/leaves/python.py');
  const read: CodeReader = async (source) => {
    const answer = (await ask(source)) as Answer | null;
    if (answer === null) return undefined;
    const lists = answer.lists.map((list) =>
      list.map(([from, to]) => ({ from: position(...from), to: position(...to) })),
    );
    return { leaves: answer.leaves.map((point) => position(...point)), lists };
  };
  return { read, close };
}
