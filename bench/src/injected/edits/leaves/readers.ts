import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Fragment } from '../detectors.ts';
import { bashCode } from './bash.ts';
import type { Code, CodeReader } from './leaves.ts';
import { phpCode } from './php.ts';
import { startPythonCode } from './python.ts';
import { typescriptCode } from './typescript.ts';

const SCRIPTS = ['.js', '.jsx', '.mjs', '.cjs', '.ts', '.tsx', '.mts', '.cts'];

/** Reads the code of files with parsers that others wrote: CPython, TypeScript, php-parser, unbash. */
export class CodeFiles {
  readonly #readers: ReadonlyMap<string, CodeReader>;
  readonly #read = new Map<string, Code | undefined>();
  readonly close: () => void;

  private constructor(python: { read: CodeReader; close(): void }) {
    const scripts = SCRIPTS.map((extension): [string, CodeReader] => [extension, typescriptCode]);
    this.#readers = new Map<string, CodeReader>([
      ['.py', python.read],
      ['.pyi', python.read],
      ['.php', phpCode],
      ...scripts,
    ]);
    this.close = () => python.close();
  }

  static async start(): Promise<CodeFiles> {
    return new CodeFiles(await startPythonCode());
  }

  /** @returns undefined if the reader cannot read the file */
  async code(folder: string, { path }: Fragment): Promise<Code | undefined> {
    const file = join(folder, path);
    if (!this.#read.has(file)) {
      const read = this.#readers.get(extname(path)) ?? bashCode;
      this.#read.set(file, await read(readFileSync(file, 'utf8').replace(/^\ufeff/, ''), path));
    }
    return this.#read.get(file);
  }
}
