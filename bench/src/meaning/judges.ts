import type { Language } from '../corpus/files.ts';
import type { Judge } from './judge.ts';
import { startBashJudge } from './judges/bash.ts';
import { phpJudge } from './judges/php.ts';
import { startPythonJudge } from './judges/python.ts';
import { typescriptJudge } from './judges/typescript.ts';

export interface Judges {
  of: Readonly<Record<Language, Judge>>;
  close(): void;
}

export async function startJudges(): Promise<Judges> {
  const bash = await startBashJudge();
  const python = await startPythonJudge();
  return {
    of: { python, javascript: typescriptJudge, typescript: typescriptJudge, php: phpJudge, bash },
    close: () => python.close(),
  };
}
