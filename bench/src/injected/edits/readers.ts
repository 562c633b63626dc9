import type { Language } from '../../corpus/files.ts';
import type { OutlineReader } from './outline.ts';
import { bashOutline } from './outlines/bash.ts';
import { phpOutline } from './outlines/php.ts';
import { startPythonOutlines } from './outlines/python.ts';
import { typescriptOutline } from './outlines/typescript.ts';

export interface OutlineReaders {
  of: Readonly<Record<Language, OutlineReader>>;
  close(): void;
}

/** Parsers that others wrote: CPython, TypeScript, php-parser, unbash. */
export async function startOutlines(): Promise<OutlineReaders> {
  const python = await startPythonOutlines();
  const of = {
    ...{ python: python.outline, javascript: typescriptOutline, typescript: typescriptOutline },
    ...{ php: phpOutline, bash: bashOutline },
  };
  return { of, close: () => python.close() };
}
