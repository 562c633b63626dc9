import type { CodeFile, CodeImport } from './project.ts';

/** A name of another module that is bound in a file. */
export interface Imported {
  from: CodeImport;
  /** Module and name, joined by `/`. */
  name: string;
}

const ENTIRE_MODULE = new Set(['*', 'default']);

/** Maps the local names of a file to the imported names. */
export class Bindings {
  readonly #byFirstName = new Map<string, { from: CodeImport; base: string }[]>();

  constructor(file: CodeFile) {
    for (const from of file.imports) {
      if (from.names.length === 0) this.#add(firstName(from.specifier), from, firstName(from.specifier));
      for (const { name, alias } of from.names) {
        if (file.language === 'php') this.#add(alias ?? lastName(from.specifier), from, from.specifier);
        else if (ENTIRE_MODULE.has(name)) this.#add(alias ?? name, from, from.specifier);
        else this.#add(alias ?? name, from, `${from.specifier}/${name}`);
      }
    }
  }

  /** The imported names that a callee can refer to. */
  of(callee: string): Imported[] {
    const first = callee.split('.', 1)[0] ?? '';
    const rest = callee.slice(first.length).replace(/^\./, '');
    return (this.#byFirstName.get(first) ?? []).map(({ from, base }) => ({
      from,
      name: rest === '' ? base : `${base}/${rest}`,
    }));
  }

  #add(local: string, from: CodeImport, base: string): void {
    const list = this.#byFirstName.get(local);
    if (list === undefined) this.#byFirstName.set(local, [{ from, base }]);
    else list.push({ from, base });
  }
}

function firstName(specifier: string): string {
  return specifier.split('.', 1)[0] ?? specifier;
}

function lastName(specifier: string): string {
  return specifier.slice(specifier.lastIndexOf('\\') + 1);
}
