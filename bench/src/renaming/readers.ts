import type { Language } from '../corpus/files.ts';
import type { LocalsReader } from './locals.ts';
import { bashLocals } from './readers/bash.ts';
import { phpLocals } from './readers/php.ts';
import { startPythonLocals } from './readers/python.ts';
import { typescriptLocals } from './readers/typescript.ts';

export interface LocalsReaders {
  of: Readonly<Record<Language, LocalsReader>>;
  close(): void;
}

/** @param folder where the functions are; by default in the corpus */
export async function startLocalsReaders(folder?: string): Promise<LocalsReaders> {
  const python = await startPythonLocals();
  return {
    of: {
      javascript: typescriptLocals,
      typescript: typescriptLocals,
      php: phpLocals,
      python,
      bash: bashLocals(folder),
    },
    close: () => python.close(),
  };
}
