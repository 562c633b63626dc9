import { readFileSync } from 'node:fs';
import type { Print, Prints } from '../functions/prints.ts';
import { type Injected, pathOfOrigin } from './workspace.ts';

/** The source texts of functions in the files of injected functions; each file is read once. */
export class RealFunctions {
  readonly #prints: Prints;
  readonly #files: ReadonlyMap<string, Injected>;
  readonly #read = new Map<string, { source: string; functions: Print[] }>();

  /** @param injected all of one language */
  constructor(prints: Prints, injected: readonly Injected[]) {
    this.#prints = prints;
    this.#files = new Map(injected.map((each) => [each.sample.file, each]));
  }

  /** @returns the empty string for others */
  text(file: string, line: number, name: string): string {
    const { source, functions } = this.#file(file);
    const print = functions.find((it) => it.line === line && it.name === name);
    return print === undefined ? '' : source.slice(print.start, print.end);
  }

  #file(file: string): { source: string; functions: Print[] } {
    let read = this.#read.get(file);
    if (read === undefined) {
      const injected = this.#files.get(file);
      const source = injected === undefined ? '' : readFileSync(pathOfOrigin(injected), 'utf8').replace(/^\ufeff/, '');
      const functions = injected === undefined ? [] : this.#prints.read(source, injected.sample.mode).functions;
      read = { source, functions };
      this.#read.set(file, read);
    }
    return read;
  }
}
