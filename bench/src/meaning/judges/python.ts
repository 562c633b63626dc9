import { startPython } from '../../python-process.ts';
import type { Judge, Verdict } from '../judge.ts';

/** CPython's `ast` in a process that only parses. */
export async function startPythonJudge(): Promise<Judge & { close(): void }> {
  const { tool, ask, close } = await startPython('src/meaning/judges/python.py');
  return { tool, compare: async (a, b) => verdict(await ask([a, b])), close };
}

function verdict(answer: unknown): Verdict {
  if (answer === 'same' || answer === 'different' || answer === 'none') return answer;
  throw new Error(`the Python judge answered ${JSON.stringify(answer)}`);
}
