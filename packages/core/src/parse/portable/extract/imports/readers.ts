import { BashImports } from './bash.ts';
import { EstreeImports } from './estree.ts';
import { PhpImports } from './php.ts';
import { PythonImports } from './python.ts';
import type { ImportReader, ReaderContext } from './reader.ts';

/** By the name that language data gives them; a reader is made anew for each file. */
export const importReaders: Record<string, ((context: ReaderContext) => ImportReader) | undefined> = {
  bash: (context) => new BashImports(context),
  estree: (context) => new EstreeImports(context),
  php: (context) => new PhpImports(context),
  python: (context) => new PythonImports(context),
};
