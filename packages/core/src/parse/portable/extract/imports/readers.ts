import { BashImports } from './bash.ts';
import { EstreeImports } from './estree.ts';
import { PhpImports } from './php.ts';
import { PythonImports } from './python.ts';
import type { ImportReader, ReaderContext } from './reader.ts';

/** Creates a reader for one file. */
export type MakeReader = (context: ReaderContext) => ImportReader;

/** By name in the language data. */
export const importReaders: ReadonlyMap<string, MakeReader> = new Map<string, MakeReader>([
  ['bash', (context) => new BashImports(context)],
  ['estree', (context) => new EstreeImports(context)],
  ['php', (context) => new PhpImports(context)],
  ['python', (context) => new PythonImports(context)],
]);
