import { startPython } from '../../../python-process.ts';
import type { Outline, OutlineReader } from '../outline.ts';

type Pair = [from: number, to: number];

/** Python by CPython's `ast`, in a process that never runs the code. */
export async function startPythonOutlines(): Promise<{ outline: OutlineReader; close(): void }> {
  const { ask, close } = await startPython('src/injected/edits/outlines/python.py');
  const outline: OutlineReader = async ({ source, from }) => {
    const line = source.slice(0, from).split('\n').length;
    const answer = (await ask([source, line])) as { blocks: Pair[][]; literals: Pair[] } | null;
    return answer === null ? undefined : outlineOf(answer);
  };
  return { outline, close };
}

function outlineOf({ blocks, literals }: { blocks: Pair[][]; literals: Pair[] }): Outline {
  const range = ([from, to]: Pair) => ({ from, to });
  return { blocks: blocks.map((block) => block.map(range)), literals: literals.map(range) };
}
