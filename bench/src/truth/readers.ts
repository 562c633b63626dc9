import type { Language } from '../corpus/files.ts';
import { bashReader } from './readers/bash.ts';
import { phpReader } from './readers/php.ts';
import { startPythonReader } from './readers/python.ts';
import { typescriptReader } from './readers/typescript.ts';
import type { Reader } from './reading.ts';

export interface Readers {
  of: Readonly<Record<Language, Reader>>;
  close(): void;
}

export async function startReaders(): Promise<Readers> {
  const python = await startPythonReader();
  return {
    of: {
      python,
      javascript: typescriptReader,
      typescript: typescriptReader,
      php: phpReader,
      bash: bashReader,
    },
    close: () => python.close(),
  };
}
